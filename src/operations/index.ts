/** What Blue can do, in the order it is listed everywhere. Faces read the generated registry; only tests and the generator load this. */
import { operation as dbPath } from "./db/path.ts";
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
import type { Operation } from "./operation.ts";
import { operation as reminderClear } from "./reminder/clear.ts";
import { operation as reminderCreate } from "./reminder/create.ts";
import { operation as reminderList } from "./reminder/list.ts";
import { operation as reminderSnooze } from "./reminder/snooze.ts";
import { operation as rfcCreate } from "./rfc/create.ts";
import { operation as rfcGet } from "./rfc/get.ts";
import { operation as rfcList } from "./rfc/list.ts";
import { operation as rfcPlan } from "./rfc/plan.ts";
import { operation as rfcRenumber } from "./rfc/renumber.ts";
import { operation as rfcStatus } from "./rfc/status.ts";
import { operation as rfcTaskComplete } from "./rfc/task-complete.ts";
import { operation as rfcValidate } from "./rfc/validate.ts";
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
  reminderCreate,
  reminderList,
  reminderSnooze,
  reminderClear,
  stagingCreate,
  stagingDestroy,
  stagingLock,
  stagingUnlock,
  stagingStatus,
  stagingCost,
  init,
  sync,
  doctor,
  dbPath,
] as unknown as readonly Operation[];
