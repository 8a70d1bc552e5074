import { create } from 'zustand'
import { shortcutSpan } from '../../components/day-shortcuts.ts'
import type { Span } from '../../features/timeline/span.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import type { ReplayChannel } from './replay-channel.ts'
import type { ChosenSpan } from './replay-span.ts'
import type { ReplaySpeed } from './replay-url.ts'

/** Search form, remembered while the console is open. */
type ReplaySearch = {
  tab: 'videos' | 'pictures'
  channels: readonly ReplayChannel[]
  /** Window that the tools act on. */
  selected: number
  chosen: ChosenSpan
  source: 'server' | 'device'
  /** Of FILE_TYPES; empty: all. */
  videoTypes: readonly number[]
  pictureTypes: readonly number[]
  /** Last query; undefined before the first. */
  asked: Asked | undefined
}

export type Asked = {
  span: Span
  source: 'server' | 'device'
  videoTypes: readonly number[]
  pictureTypes: readonly number[]
  /** Identifies queries: the same one may be repeated. */
  number: number
}

export const useReplaySearch = create<ReplaySearch>(() => ({
  tab: 'videos',
  channels: [],
  selected: 0,
  chosen: {},
  source: 'server',
  videoTypes: [],
  pictureTypes: [],
  asked: undefined,
}))

/** Where the replay was when it was left, and how fast: kept as the search is. */
export const left: { atMs: number | undefined; speed: ReplaySpeed } = { atMs: undefined, speed: 1 }

export const changeSearch = (part: Partial<ReplaySearch>): void => useReplaySearch.setState(part)

/** Today, until something was chosen. */
export function chooseFirstSpan(): void {
  const { chosen } = useReplaySearch.getState()
  if (chosen.fromMs === undefined && chosen.toMs === undefined)
    changeSearch({ chosen: shortcutSpan('today', platformNow(), platformZoneMinutes()) })
}

let queries = 0

/** Starts a query of the chosen channels; answers its number. */
export function ask(span: Span): number {
  const { source, videoTypes, pictureTypes } = useReplaySearch.getState()
  queries += 1
  changeSearch({ asked: { span, source, videoTypes, pictureTypes, number: queries } })
  return queries
}
