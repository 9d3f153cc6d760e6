/** What Blue can do, in the order it is listed everywhere. Faces read the generated registry; only tests and the generator load this. */
import { operation as adrAudit } from "./adr/audit.ts";
import { operation as adrCreate } from "./adr/create.ts";
import { operation as adrGet } from "./adr/get.ts";
import { operation as adrList } from "./adr/list.ts";
import { operation as adrRelevant } from "./adr/relevant.ts";
import { operation as adrStatus } from "./adr/status.ts";
import { operation as auditComplete } from "./audit/complete.ts";
import { operation as auditCreate } from "./audit/create.ts";
import { operation as auditGet } from "./audit/get.ts";
import { operation as auditList } from "./audit/list.ts";
import { operation as dbPath } from "./db/path.ts";
import { operation as decisionCreate } from "./decision/create.ts";
import { operation as deleteDocument } from "./delete.ts";
import { operation as close } from "./dialogue/close.ts";
import { operation as create } from "./dialogue/create.ts";
import { operation as evolvePanel } from "./dialogue/evolve-panel.ts";
import { operation as expertCreate } from "./dialogue/expert-create.ts";
import { operation as expertWrite } from "./dialogue/expert-write.ts";
import { operation as exportDialogue } from "./dialogue/export.ts";
import { operation as get } from "./dialogue/get.ts";
import { operation as lint } from "./dialogue/lint.ts";
import { operation as list } from "./dialogue/list.ts";
import { operation as roundCollect } from "./dialogue/round-collect.ts";
import { operation as roundContext } from "./dialogue/round-context.ts";
import { operation as roundDiscard } from "./dialogue/round-discard.ts";
import { operation as roundPrompt } from "./dialogue/round-prompt.ts";
import { operation as roundRegister } from "./dialogue/round-register.ts";
import { operation as samplePanel } from "./dialogue/sample-panel.ts";
import { operation as save } from "./dialogue/save.ts";
import { operation as say } from "./dialogue/say.ts";
import { operation as dialogueStatus } from "./dialogue/status.ts";
import { operation as verdictRegister } from "./dialogue/verdict-register.ts";
import { operation as verify } from "./dialogue/verify.ts";
import { operation as doctor } from "./doctor.ts";
import { operation as extractDialogue } from "./extract-dialogue.ts";
import { operation as init } from "./init.ts";
import { operation as lintDocuments } from "./lint.ts";
import { operation as next } from "./next.ts";
import type { Operation } from "./operation.ts";
import { operation as postmortemActionToRfc } from "./postmortem/action-to-rfc.ts";
import { operation as postmortemCreate } from "./postmortem/create.ts";
import { operation as prdApprove } from "./prd/approve.ts";
import { operation as prdComplete } from "./prd/complete.ts";
import { operation as prdCreate } from "./prd/create.ts";
import { operation as prdGet } from "./prd/get.ts";
import { operation as prdList } from "./prd/list.ts";
import { operation as purge } from "./purge.ts";
import { operation as reminderClear } from "./reminder/clear.ts";
import { operation as reminderCreate } from "./reminder/create.ts";
import { operation as reminderList } from "./reminder/list.ts";
import { operation as reminderSnooze } from "./reminder/snooze.ts";
import { operation as restore } from "./restore.ts";
import { operation as rfcCreate } from "./rfc/create.ts";
import { operation as rfcGet } from "./rfc/get.ts";
import { operation as rfcList } from "./rfc/list.ts";
import { operation as rfcPlan } from "./rfc/plan.ts";
import { operation as rfcRenumber } from "./rfc/renumber.ts";
import { operation as rfcStatus } from "./rfc/status.ts";
import { operation as rfcTaskComplete } from "./rfc/task-complete.ts";
import { operation as rfcValidate } from "./rfc/validate.ts";
import { operation as runbookActions } from "./runbook/actions.ts";
import { operation as runbookCreate } from "./runbook/create.ts";
import { operation as runbookLookup } from "./runbook/lookup.ts";
import { operation as runbookUpdate } from "./runbook/update.ts";
import { operation as search } from "./search.ts";
import { operation as spikeComplete } from "./spike/complete.ts";
import { operation as spikeCreate } from "./spike/create.ts";
import { operation as stagingCost } from "./staging/cost.ts";
import { operation as stagingCreate } from "./staging/create.ts";
import { operation as stagingDestroy } from "./staging/destroy.ts";
import { operation as stagingLock } from "./staging/lock.ts";
import { operation as stagingStatus } from "./staging/status.ts";
import { operation as stagingUnlock } from "./staging/unlock.ts";
import { operation as status } from "./status.ts";
import { operation as sync } from "./sync.ts";

export const operations = [
  status,
  search,
  create,
  samplePanel,
  evolvePanel,
  expertCreate,
  roundPrompt,
  roundCollect,
  expertWrite,
  extractDialogue,
  roundDiscard,
  roundRegister,
  verdictRegister,
  close,
  dialogueStatus,
  roundContext,
  list,
  get,
  exportDialogue,
  verify,
  lint,
  save,
  say,
  rfcCreate,
  rfcList,
  rfcGet,
  rfcStatus,
  rfcPlan,
  rfcTaskComplete,
  rfcValidate,
  rfcRenumber,
  adrCreate,
  adrList,
  adrGet,
  adrStatus,
  adrRelevant,
  adrAudit,
  lintDocuments,
  spikeCreate,
  spikeComplete,
  auditCreate,
  auditList,
  auditGet,
  auditComplete,
  prdCreate,
  prdList,
  prdGet,
  prdApprove,
  prdComplete,
  reminderCreate,
  reminderList,
  reminderSnooze,
  reminderClear,
  runbookCreate,
  runbookUpdate,
  runbookLookup,
  runbookActions,
  postmortemCreate,
  postmortemActionToRfc,
  decisionCreate,
  stagingCreate,
  stagingDestroy,
  stagingLock,
  stagingUnlock,
  stagingStatus,
  stagingCost,
  deleteDocument,
  restore,
  purge,
  next,
  init,
  sync,
  doctor,
  dbPath,
] as unknown as readonly Operation[];
