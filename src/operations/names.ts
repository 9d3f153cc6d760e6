/** What Blue can do, in the order it is listed everywhere. The name gives the file: `rfc.get` is `rfc/get.ts`. */
export const operationNames: readonly string[] = `
  status search
  dialogue.create dialogue.sample-panel dialogue.evolve-panel dialogue.expert-create
  dialogue.revise dialogue.round-prompt dialogue.round-collect dialogue.expert-write extract-dialogue
  dialogue.round-discard dialogue.round-register dialogue.verdict-register dialogue.close
  dialogue.status dialogue.round-context dialogue.list dialogue.get dialogue.export dialogue.verify dialogue.lint
  dialogue.save dialogue.say
  rfc.create rfc.list rfc.get rfc.status rfc.plan rfc.task-complete rfc.validate rfc.renumber
  adr.create adr.list adr.get adr.status adr.relevant adr.audit
  lint
  spike.create spike.complete
  audit.create audit.list audit.get audit.complete
  prd.create prd.list prd.get prd.approve prd.complete
  reminder.create reminder.list reminder.snooze reminder.clear
  runbook.create runbook.update runbook.lookup runbook.actions
  postmortem.create postmortem.action-to-rfc
  decision.create
  staging.create staging.destroy staging.lock staging.unlock staging.status staging.cost
  delete restore purge next init sync doctor db.path
`
  .trim()
  .split(/\s+/);
