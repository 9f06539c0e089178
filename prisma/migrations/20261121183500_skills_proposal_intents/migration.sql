-- What somebody asked for a rule on the rules board: {"naming": "disable"}. Rules not named get exceptions.
alter table proposal add column intents jsonb not null default '{}'
  constraint proposal_intents_check check (jsonb_typeof(intents) = 'object');
