import { LIMITS } from '@backlot/contract/limits'
import { deleteVersion, listVersions, uploadVersion } from '@backlot/contract/upgrades/calls'
import { VERSION_FILE, VERSION_FILE_ENDING } from '@backlot/contract/upgrades/constants'
import type { DeviceVersion } from '@backlot/contract/upgrades/entities'
import { desc, eq } from 'drizzle-orm'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import { PlatformError } from '../../kernel/platform-error.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows } from '../shared/row-pages.ts'
import type { StoredVersion } from './ports.ts'
import { deviceVersions } from './tables.ts'
import { createVersionFiles, type ReceivedFile } from './version-files.ts'

type VersionRow = typeof deviceVersions.$inferSelect

/** Files that are received at once. */
const AT_ONCE = 2
/** First bytes of files whose extension says that they are compressed. */
const MAGIC: Record<string, readonly number[]> = { zip: [0x50, 0x4b], gz: [0x1f, 0x8b] }

/** The list of versions, uploads and removals. */
export function versionRoutes(deps: {
  store: Store
  folder: string
  nowMs(): number
  /** Runs that use a version now. */
  using(id: number): number
}): { routes: Route[]; byId(id: number): VersionRow | undefined; numbers(): string[] } {
  const { store, nowMs } = deps
  const query = queryBuilder(store.read)
  const all = query.select().from(deviceVersions).orderBy(desc(deviceVersions.id)).prepare()
  const byId = (id: number) => query.select().from(deviceVersions).where(eq(deviceVersions.id, id)).get()
  const known = all.all().map(({ sha256 }) => sha256)
  const files = createVersionFiles(deps.folder, new Set(known))
  let receiving = 0

  const list = route(listVersions, ({ query }) => {
    const part = (query.text ?? '').trim().toLowerCase()
    const rows = all
      .all()
      .filter(
        ({ kind, name, version, fileName }) =>
          (query.kind === undefined || kind === query.kind) &&
          [name, version, fileName].some((text) => text.toLowerCase().includes(part)),
      )
    return pageOfRows(
      rows,
      query,
      ({ createdMs, ...row }): DeviceVersion => ({
        ...row,
        createTime: Math.floor(createdMs / 1000),
        running: deps.using(row.id),
      }),
    )
  })

  const receive = async ({ request }: HandlerContext): Promise<ReceivedFile> => {
    if (receiving >= AT_ONCE) throw refusal('tooManyRequests', 'versionBusy')
    receiving++
    try {
      return await files.receive(request, LIMITS.versionBytesMax)
    } catch (error) {
      if (error instanceof PlatformError && error.code === 413) {
        throw refusal('tooLarge', 'versionTooLarge', {}, 'file')
      }
      throw error
    } finally {
      receiving--
    }
  }

  const upload = route(uploadVersion, async ({ query }, context) => {
    const { filename, ...named } = query
    if (!VERSION_FILE.test(filename)) throw refusal('invalid', 'versionFileName', {}, 'filename')
    const ending = VERSION_FILE_ENDING.exec(filename)?.[1]?.toLowerCase()
    if (!ending) throw refusal('unsupportedMediaType', 'versionForm', {}, 'filename')
    const file = await receive(context)
    try {
      if (file.sizeBytes === 0) throw refusal('invalid', 'versionEmpty', {}, 'file')
      if (MAGIC[ending]?.some((byte, at) => file.head[at] !== byte)) {
        throw refusal('unsupportedMediaType', 'versionForm', {}, 'file')
      }
      const { sizeBytes, sha256 } = file
      const version: StoredVersion = { ...named, fileName: filename, sizeBytes, sha256 }
      // The file first: no version is ever without one.
      await file.keep()
      const write = store.write('upgrades.addVersion', { version, actor: actorOf(context, nowMs()) })
      const { id } = await write.catch(async (error: unknown) => {
        const isUsed = all.all().some((row) => row.sha256 === sha256)
        if (!isUsed) await files.remove(sha256)
        throw error
      })
      return { id, sha256 }
    } finally {
      await file.drop()
    }
  })

  const remove = route(deleteVersion, async ({ body: { id } }, context) => {
    const version = byId(id)
    if (!version) throw refusal('notFound', 'versionNotFound', {}, 'id')
    if (deps.using(id) > 0) throw refusal('conflict', 'versionInUse', {}, 'id')
    const { shared } = await store.write('upgrades.removeVersion', { id, actor: actorOf(context, nowMs()) })
    if (!shared) await files.remove(version.sha256)
    return {}
  })

  return {
    routes: [list, upload, remove],
    byId,
    numbers: () =>
      all
        .all()
        .map(({ version }) => version)
        .reverse(),
  }
}
