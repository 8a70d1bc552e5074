import { TEMPLATE_KINDS, TEMPLATE_LIMITS } from '@backlot/contract/templates/constants'
import type { NewTemplate } from '@backlot/contract/templates/entities'
import type { Database } from 'better-sqlite3'
import { and, eq, gt, isNull, lte, max, or } from 'drizzle-orm'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { templates } from './tables.ts'

type Args = { atMs: number; actor: Actor }
type Held = typeof templates.$inferSelect

const holds = (atMs: number) =>
  and(lte(templates.validFromMs, atMs), or(isNull(templates.validToMs), gt(templates.validToMs, atMs)))

/** Adds a template. Throws conflict when its name or one of its devices is taken, or when there are too many. */
export function add(
  db: Database,
  { template, atMs, actor }: Args & { template: NewTemplate },
  clock: WriteClock,
): { id: number } {
  const held = holding(db, atMs)
  if (held.length >= TEMPLATE_LIMITS.templates) throw refusal('conflict', 'templatesFull')
  refuseTaken(held, template, 0)
  const last = queryBuilder(db)
    .select({ id: max(templates.id) })
    .from(templates)
    .get()
  const id = (last?.id ?? 0) + 1
  insert(db, { id, version: 1, template }, atMs)
  appendAudit(db, clock, actor, 'templates.add', id, told(template))
  return { id }
}

/** Changes a template from now on. Throws notFound, or conflict when it is no longer as the named version. */
export function update(
  db: Database,
  { id, version, template, atMs, actor }: Args & { id: number; version: number; template: NewTemplate },
  clock: WriteClock,
): void {
  const held = holding(db, atMs)
  const known = held.find((one) => one.id === id)
  if (!known) throw refusal('notFound', 'templateNotFound')
  if (known.version !== version) throw refusal('conflict', 'templateChanged')
  if (known.kind !== template.kind) throw refusal('conflict', 'templateKind')
  refuseTaken(held, template, id)
  end(db, id, atMs)
  insert(db, { id, version: version + 1, template }, atMs)
  appendAudit(db, clock, actor, 'templates.update', id, {
    ...changesOf(told(JSON.parse(known.fields) as NewTemplate), told(template)),
    called: known.name,
  })
}

/** Ends a template. Throws notFound when there is none of that id, or conflict when it is no longer as the seen version. */
export function remove(
  db: Database,
  { id, version, atMs, actor }: Args & { id: number; version: number | undefined },
  clock: WriteClock,
): void {
  const known = holding(db, atMs).find((one) => one.id === id)
  if (known && known.version !== version) throw refusal('conflict', 'templateChanged')
  end(db, id, atMs)
  appendAudit(db, clock, actor, 'templates.delete', id, { called: known?.name })
}

const holding = (db: Database, atMs: number): Held[] =>
  queryBuilder(db).select().from(templates).where(holds(atMs)).all()

function refuseTaken(held: readonly Held[], template: NewTemplate, id: number): void {
  const others = held.filter((one) => one.id !== id)
  const name = template.name.toLowerCase()
  if (others.some((one) => one.name.toLowerCase() === name)) {
    throw refusal('conflict', 'templateNameTaken')
  }
  if (template.kind !== TEMPLATE_KINDS.generic) return
  const wanted = new Set(template.sns)
  for (const { kind, fields } of others) {
    if (kind !== TEMPLATE_KINDS.generic) continue
    const { sns } = JSON.parse(fields) as { sns: string[] }
    if (sns.some((sn) => wanted.has(sn))) throw refusal('conflict', 'templateDeviceBound')
  }
}

function end(db: Database, id: number, atMs: number): void {
  const query = queryBuilder(db)
  const ofTemplate = eq(templates.id, id)
  const ended = query
    .update(templates)
    .set({ validToMs: atMs })
    .where(and(ofTemplate, holds(atMs)))
    .run()
  if (ended.changes === 0) throw refusal('notFound', 'templateNotFound')
  // Later ones, of a time that the clock went back from, go.
  query
    .delete(templates)
    .where(and(ofTemplate, gt(templates.validFromMs, atMs)))
    .run()
}

function insert(
  db: Database,
  { id, version, template }: { id: number; version: number; template: NewTemplate },
  atMs: number,
): void {
  const { kind, name } = template
  queryBuilder(db)
    .insert(templates)
    .values({ id, version, kind, name, fields: JSON.stringify(template), validFromMs: atMs })
    .run()
}

/** Fields for the log: the number of devices, not which. */
function told(template: NewTemplate): Record<string, unknown> {
  if (template.kind === TEMPLATE_KINDS.meeting) return { ...template }
  const { sns, rules, ...rest } = template
  return { ...rest, rules: rules.length, devices: sns.length }
}
