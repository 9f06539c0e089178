import {
  deliveryFollow,
  deliveryGet,
  deliveryList,
  deliveryResolve,
  pullRequestFollow,
  skillMarkers,
} from "./deliveries/operations";
import { proposalDraft, proposalRedraft, proposalUpload } from "./drafting/operations";
import { operations as deskOperations } from "./proposals/decision-operations";
import { proposalApprove, proposalGet, proposalList, proposalReject } from "./proposals/operations";
import { skillDiscover, skillGet, skillList, skillRegister } from "./skills/operations";
import {
  skillRaw,
  skillRevert,
  skillUpdate,
  skillVersionGet,
  skillVersionList,
} from "./skills/version-operations";
import { skillTrial } from "./trial/operations";

export const operations = [
  skillRegister,
  skillDiscover,
  skillList,
  skillGet,
  skillUpdate,
  skillRaw,
  skillVersionList,
  skillVersionGet,
  skillRevert,
  skillMarkers,
  skillTrial,
  proposalDraft,
  proposalUpload,
  proposalList,
  proposalGet,
  proposalApprove,
  proposalReject,
  proposalRedraft,
  deliveryList,
  deliveryGet,
  deliveryResolve,
  deliveryFollow,
  pullRequestFollow,
  ...deskOperations,
];
