import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { useEffect, useRef, useState } from 'react'
import { deviceStore, useTreeState } from '../../features/device-tree/device-store.ts'
import { isChannelOnline } from '../../features/device-tree/tree-entry.ts'
import type { TreeIndex } from '../../features/device-tree/tree-index.ts'
import type { PlayerState } from '../../features/player/player-policy.ts'
import { type LayerState, VideoRotation, type WallCamera, type WallSlot } from './video-rotation.ts'

const SLOTS = 4
const TICK_MS = 250
/** A first picture is in the page this long before it is shown: by then it has been drawn. */
const DRAWN_AFTER_MS = 500
/** Interval of checking for cameras that come and go. */
const LOOK_MS = 5000
/** More are not shown in turn: a round of them would take days. */
const CAMERAS_MOST = 600

/** Online video channels, taken from all over the tree in turn, so that neighbours are not shown beside each other. */
function wallCameras(index: TreeIndex): WallCamera[] {
  const list: WallCamera[] = []
  for (const row of index.deviceRows()) {
    const { sn, name, chnList = [] } = index.entry[row]!
    if (!sn || !index.isOnline(row)) continue
    const videos = chnList.filter((channel) => channel.type === CHANNEL_TYPES.video)
    for (const channel of videos) {
      if (!isChannelOnline(channel, true)) continue
      const said = videos.length > 1 ? `${name} · ${channel.name}` : name
      list.push({ sn, chnId: channel.chnId, name: said })
    }
  }
  return spread(list).slice(0, CAMERAS_MOST)
}

/** A list in another order: steps of the golden part of its length, over and over. */
export function spread<T>(list: readonly T[]): T[] {
  const step = stepFor(list.length)
  return list.map((_unused, i) => list[(i * step) % list.length]!)
}

/** Near the golden part of a length, and without a factor in common with it, so that every place is met once. */
function stepFor(length: number): number {
  let step = Math.max(1, Math.round(length * 0.382))
  const shares = (a: number, b: number): boolean => (b === 0 ? a > 1 : shares(b, a % b))
  while (length > 1 && shares(step, length)) step += 1
  return step
}

type WallVideos = {
  slots: readonly WallSlot[]
  /** The tree is there and has no online camera. */
  none: boolean
  onPlayer(layerId: number, state: PlayerState): void
}

/** Four windows that change one by one, each `everySeconds`; 0 never. */
export function useWallVideos(everySeconds: number): WallVideos {
  const treeState = useTreeState()
  const [slots, setSlots] = useState<readonly WallSlot[]>([])
  const [none, setNone] = useState(false)
  const players = useRef(new Map<number, { state: LayerState; sinceMs: number }>())
  const rotation = useRef<VideoRotation>(undefined)
  rotation.current ??= new VideoRotation(() => performance.now(), SLOTS, everySeconds * 1000)

  useEffect(() => {
    const turning = rotation.current!
    let looked: { index: TreeIndex; onlineVersion: number } | undefined
    const look = () => {
      const index = deviceStore.index()
      if (looked?.index === index && looked.onlineVersion === index.onlineVersion) return
      looked = { index, onlineVersion: index.onlineVersion }
      const cameras = wallCameras(index)
      turning.setUp(cameras, everySeconds * 1000)
      setNone(treeState === 'ready' && cameras.length === 0)
    }
    const tick = () => {
      if (document.visibilityState !== 'visible') return
      if (!turning.tick((id) => stateOf(players.current.get(id), performance.now()))) return
      setSlots(turning.slots.map((slot) => ({ ...slot })))
      const used = new Set(turning.slots.flatMap(({ current, upcoming }) => [current?.id, upcoming?.id]))
      for (const id of players.current.keys()) if (!used.has(id)) players.current.delete(id)
    }
    look()
    tick()
    const timers = [setInterval(look, LOOK_MS), setInterval(tick, TICK_MS)]
    return () => {
      for (const timer of timers) clearInterval(timer)
    }
  }, [everySeconds, treeState])

  const [onPlayer] = useState(() => (layerId: number, state: PlayerState) => {
    const bad = state === 'no-signal' || state === 'failed'
    const next = state === 'playing' ? 'playing' : bad ? 'bad' : 'waiting'
    if (players.current.get(layerId)?.state === next) return
    players.current.set(layerId, { state: next, sinceMs: performance.now() })
  })
  return { slots, none, onPlayer }
}

function stateOf(player: { state: LayerState; sinceMs: number } | undefined, nowMs: number): LayerState {
  if (player?.state === 'playing' && nowMs - player.sinceMs < DRAWN_AFTER_MS) return 'waiting'
  return player?.state ?? 'waiting'
}
