-- The order in which the list of memories begins: see KIND_ORDER in lib/memories/memory/rows.ts.
CREATE INDEX "memory_kind_order_idx" ON "memory" ("organization_id", ((case kind when 'convention' then 36e12 when 'decision' then 32e12
  when 'procedure' then 28e12 when 'anti_pattern' then 24e12 when 'error_solution' then 20e12
  when 'framework_knowledge' then 16e12 when 'fact' then 12e12 when 'developer_preference' then 8e12
  when 'rejection_pattern' then 4e12 else 0 end
  + case status when 'active' then 2e12 else 0 end
  + round(quality * 100) * 1e10
  + floor(extract(epoch from refreshed_at at time zone 'UTC')))::float8), "id");
