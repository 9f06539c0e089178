import { agentKeyCreate, agentKeyList, agentKeyRevoke, agentKeyRotate } from "./agents/operations";
import { auditList, auditVerify, refusalList } from "./audit/operations";
import {
  connectionCreate,
  connectionList,
  connectionRemove,
  connectionTest,
  connectionUpdate,
} from "./connections/operations";
import {
  invitationAnswer,
  invitationList,
  invitationReceived,
  invitationWithdraw,
} from "./invitations/operations";
import { leftoverEnd, leftoverList } from "./leftovers/operations";
import { loginEnd, loginList, memberLoginEnd, memberLoginList } from "./logins/operations";
import { memberAdd, memberList, memberRemove, memberUpdate } from "./members/operations";
import { memberLinkCreate } from "./members/sign-in-link";
import { organizationGet, organizationMine, organizationUpdate } from "./organizations/operations";
import { passkeyAdd, passkeyBegin, passkeyList, passkeyRemove, passkeyRename } from "./passkeys/operations";
import { viewDefault, viewDelete, viewList, viewSave } from "./views/operations";
import { visitGet } from "./visits/operations";

export const operations = [
  refusalList,
  organizationGet,
  organizationMine,
  organizationUpdate,
  visitGet,
  memberList,
  memberAdd,
  memberLinkCreate,
  memberUpdate,
  memberRemove,
  memberLoginList,
  memberLoginEnd,
  loginList,
  loginEnd,
  passkeyList,
  passkeyBegin,
  passkeyAdd,
  passkeyRename,
  passkeyRemove,
  leftoverList,
  leftoverEnd,
  invitationList,
  invitationWithdraw,
  invitationReceived,
  invitationAnswer,
  agentKeyList,
  agentKeyCreate,
  agentKeyRevoke,
  agentKeyRotate,
  connectionList,
  connectionCreate,
  connectionUpdate,
  connectionTest,
  connectionRemove,
  auditList,
  auditVerify,
  viewList,
  viewSave,
  viewDelete,
  viewDefault,
];
