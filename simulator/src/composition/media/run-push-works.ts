import type { PushProgress, PushWork } from '@backlot/contract/device-config/entities'
import { pushState } from '../../areas/device-config/push-state.ts'
import { configAt } from '../../devices/device-config.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Media } from '../../media/create-media.ts'
import type { StreamPush } from '../../media/stream-push.ts'
import type { StreamTargets } from './stream-targets.ts'

/** How often plans are looked at: their hours begin on the minute. */
const REVIEW_MS = 1000

/** How works get on that are executed now. */
export type PushWorks = { progress(sn: string, workId: number): PushProgress | undefined }

/**
 * Pushes the works of devices, in the hours of its plan or at once: begins when a work is added or its hours
 * begin, ends when it is removed, its hours end, its device is removed or the platform stops.
 */
export function runPushWorks(
  deps: {
    media: Pick<Media, 'push'>
    directory: Pick<Directory, 'slotLimit' | 'device' | 'slotOf' | 'isOnline' | 'onChange'>
    commands: Pick<CommandLog, 'commandsOf' | 'onCommand' | 'onCut'>
    clock: Pick<PlatformClock, 'now' | 'zoneMinutes'>
    host: Pick<HostClock, 'every'>
    targets: Pick<StreamTargets, 'target'>
  },
  disposal: Disposal,
): PushWorks {
  const { media, directory, commands, clock, targets } = deps
  /** Devices that were ever given a work. */
  const withWorks = new Set<string>()
  const running = new Map<string, Map<number, { wish: string; push: StreamPush }>>()

  const due = (sn: string): readonly PushWork[] => {
    if (directory.slotOf(sn) === undefined) return []
    const atMs = clock.now()
    const own = commands.commandsOf(sn)
    const { list } = configAt(own, 'pushWork', atMs)
    if (list.length === 0) return []
    const plans = configAt(own, 'pushPlan', atMs).list
    return list.filter((work) => pushState(work, plans, atMs, clock.zoneMinutes) === 'executing')
  }
  const review = (sn: string): void => {
    const wanted = due(sn)
    const pushes = running.get(sn)
    for (const [id, { wish, push }] of pushes ?? []) {
      if (wanted.some((work) => work.id === id && wishOf(work) === wish)) continue
      pushes?.delete(id)
      void push.stop()
    }
    if (wanted.length === 0) {
      running.delete(sn)
      return
    }
    const kept = pushes ?? new Map<number, { wish: string; push: StreamPush }>()
    running.set(sn, kept)
    for (const work of wanted) {
      if (kept.has(work.id)) continue
      const { chnId, streamType, url } = work
      const push = media.push({ sn, chnId, streamType, target: () => targets.target(url) })
      kept.set(work.id, { wish: wishOf(work), push })
    }
  }
  const reviewAll = (): void => {
    for (const sn of withWorks) review(sn)
  }
  const note = (sn: string): void => {
    const hasWorks = commands
      .commandsOf(sn)
      .some((command) => command.kind === 'configSet' && command.section === 'pushWork')
    if (hasWorks) withWorks.add(sn)
  }

  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const sn = directory.device(slot)?.sn
    if (sn !== undefined) note(sn)
  }
  reviewAll()
  disposal.defer(deps.host.every(REVIEW_MS, reviewAll))
  disposal.defer(commands.onCut(reviewAll))
  disposal.defer(
    commands.onCommand((command) => {
      if (command.kind !== 'configSet') return
      if (command.section !== 'pushWork' && command.section !== 'pushPlan') return
      note(command.sn)
      review(command.sn)
    }),
  )
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'deviceAdded') note(change.device.sn)
      if (change.kind === 'deviceRemoved') review(change.device.sn)
      if (change.kind !== 'status' || !directory.isOnline(change.slot)) return
      for (const { push } of running.get(change.sn)?.values() ?? []) push.retryNow()
    }),
  )
  return { progress: (sn, workId) => running.get(sn)?.get(workId)?.push.progress() }
}

const wishOf = ({ chnId, streamType, url }: PushWork): string => `${chnId} ${streamType} ${url}`
