/** What Blue can do, in the order it is listed everywhere. The name gives the file: `rfc.get` is `rfc/get.ts`. */
export const operationNames: readonly string[] = `
  status search recall decisions check merge-check
  dialogue.create dialogue.sample-panel dialogue.evolve-panel dialogue.expert-create
  dialogue.cross-check dialogue.revise dialogue.round-prompt dialogue.round-collect dialogue.expert-write extract-dialogue
  dialogue.round-discard dialogue.round-register dialogue.verdict-register dialogue.close
  dialogue.status dialogue.round-context dialogue.list dialogue.get dialogue.export dialogue.verify dialogue.lint
  dialogue.save dialogue.compare dialogue.say dialogue.apply dialogue.settle dialogue.outcome dialogue.reopen
  rfc.create rfc.list rfc.get rfc.status rfc.outcome rfc.plan rfc.task-complete rfc.validate rfc.renumber
  adr.create adr.list adr.get adr.status adr.outcome adr.link adr.graph adr.relevant adr.audit adr.renumber
  lint
  spike.create spike.list spike.get spike.complete
  audit.create audit.list audit.get audit.complete
  prd.create prd.list prd.get prd.approve prd.complete prd.renumber
  reminder.create reminder.list reminder.snooze reminder.clear
  runbook.create runbook.list runbook.update runbook.lookup runbook.actions
  postmortem.create postmortem.list postmortem.get postmortem.action-to-rfc postmortem.close
  decision.create decision.list
  staging.create staging.destroy staging.lock staging.unlock staging.status staging.cost
  llm.start llm.stop llm.status llm.providers
  rename delete trash.list restore purge next init sync doctor db.path
  org.migrate org.publish org.drop
`
  .trim()
  .split(/\s+/);
