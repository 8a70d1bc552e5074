import type { HandlerContext } from '../../calls/route.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import type { Store } from '../../store/store.ts'
import { type Actor, actorOf } from '../shared/audit.ts'
import type { DeviceRepository } from './device-repository.ts'
import type {
  AccountsPort,
  CamerasPort,
  LifecyclePort,
  RegisteredDevice,
  RegisteredGroup,
  RegisterPort,
} from './ports.ts'

export type DeviceAdminDeps = {
  store: Store
  clock: PlatformClock
  publisher: Pick<Publisher, 'treeChanged' | 'channelsChanged'>
  repository: DeviceRepository
  register: RegisterPort
  lifecycle: LifecyclePort
  accounts: AccountsPort
  cameras: CamerasPort
}

/** Context that every call of administrators needs: one change at a time, and only devices the caller can see. */
export type RouteContext = ReturnType<typeof createRouteContext>

export function createRouteContext(deps: DeviceAdminDeps) {
  const { register } = deps
  const changes = createSerialQueue()
  const language = (context: HandlerContext) => languageOf(context.request.headers)

  return {
    ...deps,
    language,
    nowMs: () => Math.floor(deps.clock.now()),
    actor: (context: HandlerContext): Actor => actorOf(context, Math.floor(deps.clock.now())),
    /**
     * One change after the other: facts checked before a change is stored still hold when it is applied to the running
     * platform.
     */
    inTurn: changes.run,
    /** A device that the caller sees. */
    deviceFor(context: HandlerContext, sn: string): RegisteredDevice {
      const device = register.device(sn)
      if (!device || !register.inScope(device.groupId, context.caller.scope)) {
        throw refusal('notFound', 'deviceNotFound', {}, 'sn')
      }
      return device
    },
    /** A group that the caller sees. */
    groupFor(context: HandlerContext, id: number, field = 'id'): RegisteredGroup {
      const group = register.group(id)
      if (!group || !register.inScope(id, context.caller.scope)) {
        throw refusal('notFound', 'groupNotFound', {}, field)
      }
      return group
    },
    /** A place for groups: one that the caller sees, or the top for who sees everything. */
    parentFor(context: HandlerContext, id: number): void {
      if (id === 0 && isEverything(context.caller.scope)) return
      if (id === 0) throw refusal('notPermitted', 'topGroupsOnly', {}, 'parentId')
      this.groupFor(context, id, 'parentId')
    },
    told: (groupIds: Iterable<number>) => deps.publisher.treeChanged([...new Set(groupIds)]),
  }
}
