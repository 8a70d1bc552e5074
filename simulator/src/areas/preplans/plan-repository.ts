import { PlanSchedule, type Polling, type PollingWindow } from '@backlot/contract/preplans/entities'
import type { Database } from 'better-sqlite3'

/** A plan as it is stored, with its creator's name. */
export type PlanRow = {
  id: number
  name: string
  intervalS: number
  window: PollingWindow
  enabled: number
  schedule: string | null
  sort: number
  creatorId: number
  creatorName: string
  updatedMs: number
  version: number
}
export type PlanChannelRow = { id: number; preplanId: number; sn: string; chnId: number; sort: number }

/** Reads plans, their channels and users' pollings. */
export function createPlanRepository(db: Database) {
  const columns = `preplans.id, preplans.name, interval_s AS intervalS, window, enabled, schedule, sort,
    preplans.creator_id AS creatorId, ifnull(users.name, '') AS creatorName, updated_ms AS updatedMs,
    preplans.version`
  const from = 'FROM preplans LEFT JOIN users ON users.id = preplans.creator_id'
  const all = db.prepare<[], PlanRow>(`SELECT ${columns} ${from} ORDER BY sort, preplans.id`)
  const one = db.prepare<[number], PlanRow>(`SELECT ${columns} ${from} WHERE preplans.id = ?`)
  const channelColumns = 'SELECT id, preplan_id AS preplanId, sn, chn_id AS chnId, sort FROM preplan_channels'
  const channels = db.prepare<[number], PlanChannelRow>(
    `${channelColumns} WHERE preplan_id = ? ORDER BY sort, id`,
  )
  const allChannels = db.prepare<[], PlanChannelRow>(`${channelColumns} ORDER BY preplan_id, sort, id`)
  const polling = db.prepare<[number], string>('SELECT polling FROM pollings WHERE user_id = ?').pluck()

  return {
    plans: () => all.all(),
    plan: (id: number) => one.get(id),
    channelsOf: (id: number) => channels.all(id),
    /** Channels of every plan, by plan. */
    channels(): Map<number, PlanChannelRow[]> {
      const byPlan = new Map<number, PlanChannelRow[]>()
      for (const row of allChannels.all()) {
        const rows = byPlan.get(row.preplanId)
        if (rows) rows.push(row)
        else byPlan.set(row.preplanId, [row])
      }
      return byPlan
    },
    pollingOf(userId: number): Polling | undefined {
      const text = polling.get(userId) as string | undefined
      return text === undefined ? undefined : (JSON.parse(text) as Polling)
    },
  }
}
export type PlanRepository = ReturnType<typeof createPlanRepository>

export function scheduleOf(row: PlanRow): PlanSchedule | null {
  return row.schedule === null ? null : PlanSchedule.parse(JSON.parse(row.schedule))
}
