import type { HandlerContext } from '../../calls/route.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import type { InstallationRepository } from './installation-repository.ts'
import type {
  InstalledDevice,
  InstalledDevicesPort,
  InstallRecordsPort,
  LimitEvent,
  OpenCrossing,
  PhotosPort,
  ShownQuantityPort,
  WatchedReadingsPort,
} from './ports.ts'
import type { InstallationPart } from './writes.ts'

export type InstallationDeps = {
  store: Store
  clock: PlatformClock
  repository: InstallationRepository
  devices: InstalledDevicesPort
  records: InstallRecordsPort
  quantities: ShownQuantityPort
  photos: PhotosPort
  publisher: Pick<Publisher, 'treeChanged'>
  host: HostClock
  readings: WatchedReadingsPort
  /** The newest ongoing alarm of a channel whose identity begins with this. */
  openAlarm(sn: string, chnId: number, seqPrefix: string): OpenCrossing | undefined
  onLimits(events: readonly LimitEvent[]): void
}

export type RouteContext = ReturnType<typeof createRouteContext>

export function createRouteContext(deps: InstallationDeps) {
  const { repository, devices } = deps
  const language = (context: HandlerContext) => languageOf(context.request.headers)
  const actor = (context: HandlerContext) => actorOf(context, Math.floor(deps.clock.now()))
  return {
    ...deps,
    language,
    actor,
    /** A device that the caller sees. */
    deviceFor(context: HandlerContext, sn: string, field = 'sn'): InstalledDevice {
      const device = devices.device(sn)
      if (!device || !devices.inScope(device.groupId, context.caller.scope)) {
        throw refusal('notFound', 'deviceNotFound', {}, field)
      }
      return device
    },
    async set(
      context: HandlerContext,
      device: InstalledDevice,
      change: { part: InstallationPart; content: unknown; version: number; action: string },
    ): Promise<void> {
      const { sn, groupId } = device
      await deps.store.write('installation.set', {
        ...change,
        sn,
        content: JSON.stringify(change.content),
        actor: actor(context),
      })
      repository.refresh(sn)
      deps.publisher.treeChanged([groupId])
    },
  }
}
