import type { PointLimit } from '@backlot/contract/installation/entities'
import { eq, sql } from 'drizzle-orm'
import type { Named } from '../../kernel/language.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { deviceInstallations } from './tables.ts'
import type { InstallationPart } from './writes.ts'

/** A name that people gave is the same in both languages. */
export const bothOf = (name: string | Named): Named =>
  typeof name === 'string' ? { zh: name, en: name } : name

export type StoredPoint = {
  id: number
  name: string | Named
  position: string
  codes: readonly string[]
  limits?: readonly PointLimit[]
}
export type BoundChannel = { sn: string; chnId: number }
export type StoredInfo = {
  installTime: number
  height: number | null
  photos: readonly string[]
  remark: string
}
type Contents = { points: readonly StoredPoint[]; bindings: readonly BoundChannel[]; info: StoredInfo }

/** Edited setup of devices, from the store. */
export type InstallationRepository = {
  /** Undefined: as it came. */
  part<P extends InstallationPart>(sn: string, part: P): Contents[P] | undefined
  versionOf(sn: string, part: InstallationPart): number
  /** Limits that raise alarms, by device. */
  watched(): ReadonlyMap<string, readonly PointLimit[]>
  /** Reloads rows that a write has changed. */
  refresh(sn: string): void
  /** Grows with every change. */
  version(): number
}

type Row = typeof deviceInstallations.$inferSelect

export function createInstallationRepository(store: Store): InstallationRepository {
  const query = queryBuilder(store.read)
  const ofDevice = query
    .select()
    .from(deviceInstallations)
    .where(eq(deviceInstallations.sn, sql.placeholder('sn')))
    .prepare()
  const known = new Map<string, Map<InstallationPart, { content: unknown; version: number }>>()
  const watched = new Map<string, readonly PointLimit[]>()
  let version = 0
  const take = (sn: string, rows: readonly Row[]) => {
    watched.delete(sn)
    if (rows.length === 0) {
      known.delete(sn)
      return
    }
    const points = rows.find(({ part }) => part === 'points')
    const limits = points
      ? (JSON.parse(points.content) as StoredPoint[])
          .flatMap((point) => point.limits ?? [])
          .filter(({ alarm }) => alarm)
      : []
    if (limits.length > 0) watched.set(sn, limits)
    const parts = rows.map((row) => [row.part, { content: JSON.parse(row.content), version: row.version }])
    known.set(sn, new Map(parts as [InstallationPart, { content: unknown; version: number }][]))
  }
  const every = query.select().from(deviceInstallations).all()
  for (const sn of new Set(every.map((row) => row.sn))) {
    take(
      sn,
      every.filter((row) => row.sn === sn),
    )
  }
  return {
    part: <P extends InstallationPart>(sn: string, part: P) =>
      known.get(sn)?.get(part)?.content as Contents[P] | undefined,
    versionOf: (sn, part) => known.get(sn)?.get(part)?.version ?? 0,
    watched: () => watched,
    refresh(sn) {
      version++
      take(sn, ofDevice.all({ sn }))
    },
    version: () => version,
  }
}
