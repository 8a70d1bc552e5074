import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TextKey, Translate } from '../../language/language.ts'
import { type Glyph, glyphOf } from './node-icon.tsx'
import type { NodeState } from './node-state.ts'
import { ownDataName } from './own-data-name.ts'
import { FAVOURITES_KEY, isDeviceType, isSenseType } from './tree-entry.ts'
import type { TreeModel } from './tree-model.ts'

type RowView = {
  key: string
  name: string
  title: string
  glyph: Glyph
  state: NodeState | 'plain'
  stateText: string
  dim: boolean
  /** Devices online of all, on groups. */
  count: string
  expandable: boolean
  marked: boolean
  /** Draggable content: a channel or device with video, or a whole group. */
  drags: 'devices' | 'all' | undefined
  position: number
  siblings: number
}

const FUNCTION_TEXTS: Readonly<Record<number, TextKey<'devices'>>> = {
  [NODE_TYPES.functionAi]: 'functions.ai',
  [NODE_TYPES.functionLocation]: 'functions.location',
  [NODE_TYPES.functionHjt212]: 'functions.hjt212',
  [NODE_TYPES.functionSolar]: 'functions.solar',
  [NODE_TYPES.functionAgriculture]: 'functions.agriculture',
  [NODE_TYPES.functionGas]: 'functions.gas',
}

const STATE_TEXTS: Readonly<Record<NodeState, TextKey<'devices'>>> = {
  offline: 'states.offline',
  online: 'states.online',
  raised: 'states.raised',
  processed: 'states.processed',
  stale: 'states.stale',
  purple: 'states.purple',
}

/** How a row looks, read from the index when it is drawn. */
export function rowView(
  model: TreeModel,
  row: number,
  t: Translate<'devices'>,
  marked: ReadonlySet<string> | undefined,
): RowView {
  const { index } = model
  const node = index.entry[row]!
  const nodeType = index.nodeType(row)
  const key = index.key(row)
  const channel = index.channel(row)
  const isDevice = index.isDevice(row)
  const isGroup = nodeType === NODE_TYPES.group
  const isFavourite = node.favouriteId !== undefined || key === FAVOURITES_KEY
  const functionText = FUNCTION_TEXTS[nodeType]
  const name = functionText
    ? (ownDataName(nodeType, node.type, t) ?? t(functionText))
    : key === FAVOURITES_KEY
      ? t('favourites')
      : nodeType === NODE_TYPES.group && node.type === 'meeting'
        ? t('meeting')
        : index.name(row)
  const online = index.isOnline(row)
  const below = isGroup ? model.devicesBelow(row) : { all: 0, online: 0 }
  const hasState = isDevice || (isFavourite && !isGroup)
  const state = hasState ? index.state(row) : 'plain'
  const isPlain = nodeType === NODE_TYPES.channel || isSenseType(nodeType)
  const plainState = isPlain ? (online ? 'online' : 'offline') : undefined
  const number = index.sense(row)?.number ?? (isDevice ? node.sn : undefined)
  const hasVideo = channel
    ? channel.type === CHANNEL_TYPES.video
    : isDeviceType(nodeType) && (node.chnList?.some(({ type }) => type === CHANNEL_TYPES.video) ?? false)
  return {
    key,
    name,
    title: number ? `${name}\n${number}` : name,
    glyph:
      functionText || isSenseType(nodeType)
        ? glyphOf(nodeType, undefined, false, undefined)
        : glyphFor(key, nodeType, node.type, channel?.isPtz ?? node.isPtz, channel?.type),
    state,
    stateText: stateText(t, hasState ? state : plainState, online),
    dim: isGroup ? false : !online,
    count: below.all > 0 ? `${below.online}/${below.all}` : '',
    expandable: index.end[row]! > row + 1 && model.isExpandable(row),
    marked: isMarked(marked, node.sn, isDevice, channel?.chnId),
    drags: hasVideo ? 'devices' : below.all > 0 || (isGroup && isFavourite) ? 'all' : undefined,
    ...siblingsOf(model, row),
  }
}

function glyphFor(
  key: string,
  nodeType: number,
  kind: string | undefined,
  isPtz: boolean | undefined,
  channelType: number | undefined,
): Glyph {
  if (key === FAVOURITES_KEY) return 'favourites'
  if (channelType === CHANNEL_TYPES.video && isPtz) return 'ptz'
  return glyphOf(nodeType, nodeType === NODE_TYPES.channel ? undefined : kind, isPtz, channelType)
}

/** A device in alarm may be online or not: then both are shown. */
function stateText(t: Translate<'devices'>, state: NodeState | 'plain' | undefined, online: boolean): string {
  if (state === undefined || state === 'plain') return ''
  const said = t(STATE_TEXTS[state])
  const inAlarm = state === 'raised' || state === 'processed'
  return inAlarm && !online ? t('states.both', { first: said, second: t('states.offline') }) : said
}

function isMarked(
  marked: ReadonlySet<string> | undefined,
  sn: string | undefined,
  isDevice: boolean,
  chnId: number | undefined,
): boolean {
  if (!marked || sn === undefined) return false
  return isDevice ? marked.has(sn) : chnId !== undefined && marked.has(`${sn}/${chnId}`)
}

/** Place among the shown siblings, kept for one drawing of a list (the same parent comes many times). */
let kept: { model: TreeModel; version: number; parent: number; rows: Map<number, number> } | undefined

function siblingsOf(model: TreeModel, row: number): { position: number; siblings: number } {
  const { index } = model
  const parent = index.parent[row]!
  if (!kept || kept.model !== model || kept.version !== model.version || kept.parent !== parent) {
    const rows = new Map<number, number>()
    const end = parent < 0 ? index.length : index.end[parent]!
    for (let child = parent + 1; child < end; child = index.end[child]!) {
      if (model.isShown(child)) rows.set(child, rows.size + 1)
    }
    kept = { model, version: model.version, parent, rows }
  }
  return { position: kept.rows.get(row) ?? 1, siblings: kept.rows.size }
}
