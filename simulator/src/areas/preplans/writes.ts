import { LIMITS } from '@backlot/contract/limits'
import type { PlanSchedule, PollChannel, Polling, PollingWindow } from '@backlot/contract/preplans/entities'
import type { Database } from 'better-sqlite3'
import { and, count, eq, max, ne, sql } from 'drizzle-orm'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { pollings, preplanChannels, preplans } from './tables.ts'

/** Plans that a platform keeps. */
const PLANS_MAX = 500

export type NewPreplan = {
  name: string
  pollingInterval: number
  window: PollingWindow
  enabled: boolean
  schedule: PlanSchedule | null
  list: readonly PollChannel[]
}
export type PreplanChange = { id: number; version?: number | undefined } & Partial<
  Omit<NewPreplan, 'list'>
> & { sort?: number | undefined }

/** Adds a plan at the end. Refuses a name that is taken, and one plan too many. */
export function add(
  db: Database,
  args: { plan: NewPreplan; actor: Actor },
  clock: WriteClock,
): { id: number } {
  const { plan, actor } = args
  refuseTakenName(db, plan.name, 0)
  const query = queryBuilder(db)
  const all = query
    .select({ count: count(), last: max(preplans.sort) })
    .from(preplans)
    .get()!
  if (all.count >= PLANS_MAX) throw refusal('conflict', 'plansFull')
  const result = query
    .insert(preplans)
    .values({
      name: plan.name,
      nameKey: keyOf(plan.name),
      intervalS: plan.pollingInterval,
      window: plan.window,
      enabled: plan.enabled ? 1 : 0,
      schedule: plan.schedule,
      sort: (all.last ?? 0) + 1,
      creatorId: actor.userId,
      updatedMs: actor.atMs,
    })
    .run()
  const id = Number(result.lastInsertRowid)
  insertChannels(db, id, plan.list)
  appendAudit(db, clock, actor, 'preplans.add', id, { name: plan.name })
  return { id }
}

/** Changes the given fields; `version`, when given, is the one that the change was made from. */
export function update(db: Database, args: { plan: PreplanChange; actor: Actor }, clock: WriteClock): void {
  const { plan, actor } = args
  const known = queryBuilder(db).select().from(preplans).where(eq(preplans.id, plan.id)).get()
  refuseOvertaken(touch(db, plan.id, actor), plan.version)
  if (plan.name !== undefined) refuseTakenName(db, plan.name, plan.id)
  queryBuilder(db)
    .update(preplans)
    .set({
      name: plan.name,
      nameKey: plan.name && keyOf(plan.name),
      intervalS: plan.pollingInterval,
      window: plan.window,
      enabled: plan.enabled === undefined ? undefined : Number(plan.enabled),
      schedule: plan.schedule,
      updatedMs: actor.atMs,
    })
    .where(eq(preplans.id, plan.id))
    .run()
  if (plan.sort !== undefined) move(db, plan.id, plan.sort)
  const { id, version: _, ...change } = plan
  appendAudit(db, clock, actor, 'preplans.update', id, {
    ...changesOf({ ...known, pollingInterval: known?.intervalS, enabled: known?.enabled === 1 }, change),
    called: known?.name,
  })
}

/** Removes a plan with its channels; those behind it move up. */
export function remove(db: Database, args: { id: number; actor: Actor }, clock: WriteClock): void {
  const { id, actor } = args
  const query = queryBuilder(db)
  const plan = query.delete(preplans).where(eq(preplans.id, id)).returning().get()
  if (!plan) throw refusal('notFound', 'planNotFound')
  query.delete(preplanChannels).where(eq(preplanChannels.preplanId, id)).run()
  renumber(db, idsInOrder(db))
  appendAudit(db, clock, actor, 'preplans.delete', id, { called: plan.name })
}

type ChannelArgs = { preplanId: number; list: readonly PollChannel[]; actor: Actor }

/** Appends channels. Answers how many were new. */
export function addDevices(db: Database, args: ChannelArgs, clock: WriteClock): { added: number } {
  const { preplanId, list, actor } = args
  const added = insertChannels(db, preplanId, list)
  touch(db, preplanId, actor)
  appendAudit(db, clock, actor, 'preplans.addDevices', preplanId, { list })
  return { added }
}

export function deleteDevices(db: Database, args: ChannelArgs, clock: WriteClock): void {
  const { preplanId, list, actor } = args
  const ofPlan = eq(preplanChannels.preplanId, preplanId)
  for (const { sn, chnId } of list) {
    const isChannel = and(eq(preplanChannels.sn, sn), eq(preplanChannels.chnId, chnId))
    queryBuilder(db).delete(preplanChannels).where(and(ofPlan, isChannel)).run()
  }
  touch(db, preplanId, actor)
  appendAudit(db, clock, actor, 'preplans.deleteDevices', preplanId, { list })
}

/** The named channels first, in this order; the others follow as they were. */
export function sortDevices(db: Database, args: ChannelArgs, clock: WriteClock): void {
  const { preplanId, list, actor } = args
  const place = new Map(list.map(({ sn, chnId }, at) => [`${chnId} ${sn}`, at]))
  const query = queryBuilder(db)
  const rows = query
    .select()
    .from(preplanChannels)
    .where(eq(preplanChannels.preplanId, preplanId))
    .orderBy(preplanChannels.sort, preplanChannels.id)
    .all()
  const placeOf = (row: PollChannel) => place.get(`${row.chnId} ${row.sn}`) ?? list.length
  rows.sort((a, b) => placeOf(a) - placeOf(b))
  for (const [at, { id }] of rows.entries()) {
    query
      .update(preplanChannels)
      .set({ sort: at + 1 })
      .where(eq(preplanChannels.id, id))
      .run()
  }
  touch(db, preplanId, actor)
  appendAudit(db, clock, actor, 'preplans.sortDevices', preplanId, { list })
}

/** Saves a user's polling. */
export function savePolling(db: Database, args: { userId: number; polling: Polling }): void {
  queryBuilder(db)
    .insert(pollings)
    .values(args)
    .onConflictDoUpdate({ target: pollings.userId, set: { polling: args.polling } })
    .run()
}

const keyOf = (name: string) => name.toLowerCase()

function refuseTakenName(db: Database, name: string, ownId: number): void {
  const taken = queryBuilder(db)
    .select({ id: preplans.id })
    .from(preplans)
    .where(and(eq(preplans.nameKey, keyOf(name)), ne(preplans.id, ownId)))
    .get()
  if (taken) throw refusal('conflict', 'planNameTaken')
}

/** Makes a plan's version grow; answers the one before. */
function touch(db: Database, id: number, actor: Actor): number {
  const grown = queryBuilder(db)
    .update(preplans)
    .set({ updatedMs: actor.atMs, version: sql`${preplans.version} + 1` })
    .where(eq(preplans.id, id))
    .returning({ version: preplans.version })
    .get()
  if (!grown) throw refusal('notFound', 'planNotFound')
  return grown.version - 1
}

function insertChannels(db: Database, preplanId: number, list: readonly PollChannel[]): number {
  const query = queryBuilder(db)
  const all = query
    .select({ count: count(), last: max(preplanChannels.sort) })
    .from(preplanChannels)
    .where(eq(preplanChannels.preplanId, preplanId))
    .get()!
  const last = all.last ?? 0
  let added = 0
  for (const { sn, chnId } of list) {
    const channel = { preplanId, sn, chnId, sort: last + added + 1 }
    added += query.insert(preplanChannels).values(channel).onConflictDoNothing().run().changes
  }
  if (all.count + added > LIMITS.pollingChannelsMax) throw refusal('conflict', 'planFull')
  return added
}

function idsInOrder(db: Database): number[] {
  const rows = queryBuilder(db)
    .select({ id: preplans.id })
    .from(preplans)
    .orderBy(preplans.sort, preplans.id)
    .all()
  return rows.map(({ id }) => id)
}

function move(db: Database, id: number, sort: number): void {
  const others = idsInOrder(db).filter((other) => other !== id)
  others.splice(sort - 1, 0, id)
  renumber(db, others)
}

function renumber(db: Database, ids: readonly number[]): void {
  const query = queryBuilder(db)
  for (const [at, id] of ids.entries()) {
    query
      .update(preplans)
      .set({ sort: at + 1 })
      .where(eq(preplans.id, id))
      .run()
  }
}
