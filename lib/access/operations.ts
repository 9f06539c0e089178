import { agentKeyCreate, agentKeyList, agentKeyRevoke, agentKeyRotate } from "./agents/operations";
import { auditList, auditVerify, refusalList } from "./audit/operations";
import {
  connectionCreate,
  connectionList,
  connectionRemove,
  connectionTest,
  connectionUpdate,
} from "./connections/operations";
import { memberAdd, memberList, memberRemove, memberUpdate } from "./members/operations";
import { organizationGet, organizationUpdate } from "./organizations/operations";

export const operations = [
  refusalList,
  organizationGet,
  organizationUpdate,
  memberList,
  memberAdd,
  memberUpdate,
  memberRemove,
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
];
