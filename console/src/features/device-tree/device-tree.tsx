import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useIsPhone } from '../../components/use-media-query.ts'
import { useText } from '../../language/language.ts'
import { ClickPolicy } from './click-policy.ts'
import './device-tree.css'
import { rowView } from './row-view.ts'
import type { TreeChecks } from './tree-checks.ts'
import { FAVOURITES_KEY } from './tree-entry.ts'
import { TreeKeys } from './tree-keys.ts'
import type { TreeModel } from './tree-model.ts'
import { DRAG_TYPE, draggedOf, GROUP_DRAG_TYPE, pickOf, type TreePick } from './tree-pick.ts'
import { TreeRow } from './tree-row.tsx'

export type DeviceTreeHandle = {
  /** Opens the way to a key and scrolls there. */
  reveal(key: string): void
  focus(): void
}

/** A finger needs more room than a mouse. */
const ROW_PX = 28
const PHONE_ROW_PX = 44

/** Format of a favourite that is dragged to another place. */
const SORT_TYPE = 'application/x-backlot-favourite'

export type FavouriteTarget = { place: number } | { folder: number }

type DeviceTreeProps = {
  /** A missing tree is logged as a warning and shows nothing. */
  model: TreeModel | undefined
  /** Asks the owner to draw the tree again after a change of its model. */
  redraw: () => void
  label: string
  selectedKey?: string | undefined
  /** Checkbox mode. */
  checks?: TreeChecks | undefined
  onCheck?: () => void
  /** Keys of channels (`sn/chnId`) and devices (`sn`) that are shown in a window. */
  marked?: ReadonlySet<string> | undefined
  onSelect?: (pick: TreePick) => void
  /** Double click or Enter. */
  onOpen?: (pick: TreePick) => void
  onMenu?: (pick: TreePick, at: { x: number; y: number }) => void
  /** Serial numbers of the devices whose rows are on the screen, when they change. */
  onSeen?: (sns: readonly string[]) => void
  /** devices: channels and devices with video; all: groups too. */
  draggable?: 'devices' | 'all'
  /** A favourite was dropped: on another one, whose place it takes, or on a folder (0: the top). */
  onSort?: (favouriteId: number, onto: FavouriteTarget) => void
  ref?: Ref<DeviceTreeHandle>
}

/** The device tree as a virtual list: only visible rows are drawn, whatever the tree's size. */
export function DeviceTree(props: DeviceTreeProps) {
  const { model, redraw, label, selectedKey, checks, marked } = props
  const t = useText('devices')
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [focusedKey, setFocusedKey] = useState<string>()
  const [keys] = useState(() => new TreeKeys(() => performance.now()))
  const handlers = useRef(props)
  handlers.current = props

  const rowPx = useIsPhone() ? PHONE_ROW_PX : ROW_PX
  const rows = model?.rows()
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height measures every row again
  useEffect(() => virtual.measure(), [rowPx])

  const seen = virtual
    .getVirtualItems()
    .flatMap((item) => model?.index.entry[rows?.[item.index] ?? -1]?.sn ?? [])
    .join('\n')
  useEffect(() => {
    handlers.current.onSeen?.([...new Set(seen.split('\n'))])
  }, [seen])

  const policy = useMemo(() => {
    const pick = (key: string) => {
      const tree = handlers.current.model
      const row = tree?.rowOfKey(key)
      return tree && row !== undefined ? pickOf(tree.index, row) : undefined
    }
    return new ClickPolicy({
      now: () => performance.now(),
      timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
      onClick: (key) => {
        const picked = pick(key)
        if (picked) handlers.current.onSelect?.(picked)
      },
      onDoubleClick: (key) => {
        const picked = pick(key)
        if (picked) handlers.current.onOpen?.(picked)
      },
    })
  }, [])
  useEffect(() => () => policy.cancel(), [policy])
  useEffect(() => {
    if (!model) console.warn('device tree: there is no tree to show')
  }, [model])

  useImperativeHandle(
    props.ref,
    () => ({
      reveal(key) {
        const at = model?.reveal(key) ?? -1
        redraw()
        if (at < 0) return
        setFocusedKey(key)
        requestAnimationFrame(() => virtual.scrollToIndex(at, { align: 'center' }))
      },
      focus: () => box.current?.focus(),
    }),
    [model, redraw, virtual],
  )

  if (!model || !rows) return null
  const { index } = model
  const focusedRow = focusedKey === undefined ? undefined : model.rowOfKey(focusedKey)

  /** Between a reload of the tree and its drawing, rows on the page have the numbers of the tree before. */
  const focusedNow = () => (focusedKey === undefined ? undefined : model.rowOfKey(focusedKey))
  const focusRow = (row: number) => {
    setFocusedKey(model.index.key(row))
    const at = model.positionOf(row)
    if (at >= 0) virtual.scrollToIndex(at)
  }
  const toggle = (row: number) => {
    model.setExpanded(row, !model.isExpanded(row))
    redraw()
  }
  const check = (row: number) => {
    checks?.toggle(model, row)
    props.onCheck?.()
    redraw()
  }
  const rowAt = (event: { target: EventTarget }): number | undefined => {
    const line = (event.target as Element).closest?.('[data-row]')
    return line ? model.rowOfKey(index.key(Number(line.getAttribute('data-row')))) : undefined
  }

  const onClick = (event: MouseEvent) => {
    const row = rowAt(event)
    if (row === undefined) return
    const key = model.index.key(row)
    setFocusedKey(key)
    box.current?.focus({ preventScroll: true })
    const target = event.target as Element
    if (target.closest('[data-caret]')) toggle(row)
    else if (checks && target.closest('[data-check]')) check(row)
    else if (policy.press(key)) {
      if (model.index.nodeType(row) === 1) toggle(row)
      else if (checks?.isTickable(model, row)) check(row)
    }
  }

  /** Shows where a favourite would go, without redrawing the list. */
  const markDrop = (row: HTMLElement | null | undefined) => {
    for (const marked of box.current?.querySelectorAll('[data-drop]') ?? [])
      marked.removeAttribute('data-drop')
    row?.setAttribute('data-drop', '')
  }
  const favouriteAt = (row: number | undefined) =>
    row === undefined ? undefined : model.index.entry[row]?.favouriteId
  const targetAt = (row: number | undefined): FavouriteTarget | undefined => {
    if (row === undefined) return undefined
    const favouriteId = favouriteAt(row)
    if (model.index.key(row) === FAVOURITES_KEY) return { folder: 0 }
    if (favouriteId === undefined) return undefined
    return model.index.nodeType(row) === NODE_TYPES.group ? { folder: favouriteId } : { place: favouriteId }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { index } = model
    const focusedRow = focusedNow()
    if (focusedRow !== undefined && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      if (event.repeat) return
      if (checks && (event.key === ' ' || index.nodeType(focusedRow) !== 1)) check(focusedRow)
      else if (event.key === ' ') props.onSelect?.(pickOf(index, focusedRow))
      else if (index.nodeType(focusedRow) === 1) toggle(focusedRow)
      else props.onOpen?.(pickOf(index, focusedRow))
      return
    }
    if (
      focusedRow !== undefined &&
      (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
    ) {
      event.preventDefault()
      const place = box.current?.querySelector('[data-focused="true"]')?.getBoundingClientRect()
      if (place) props.onMenu?.(pickOf(index, focusedRow), { x: place.left + 60, y: place.bottom })
      return
    }
    const next = keys.press(model, event.key, focusedRow)
    if (next === undefined) return
    event.preventDefault()
    redraw()
    focusRow(next)
  }

  return (
    <div
      ref={box}
      className="device-tree"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={checks ? true : undefined}
      aria-activedescendant={focusedRow === undefined ? undefined : `${id}-${focusedRow}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (focusedRow === undefined && rows.length > 0) setFocusedKey(index.key(rows[0]!))
      }}
      onContextMenu={(event) => {
        const row = rowAt(event)
        if (row === undefined || !props.onMenu) return
        event.preventDefault()
        setFocusedKey(model.index.key(row))
        props.onMenu(pickOf(model.index, row), { x: event.clientX, y: event.clientY })
      }}
      onDragStart={(event) => {
        const row = rowAt(event)
        const pick = row === undefined ? undefined : pickOf(model.index, row)
        const dragged = pick && draggedOf(pick)
        if (dragged) event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(dragged))
        else if (pick?.nodeType === NODE_TYPES.group) event.dataTransfer.setData(GROUP_DRAG_TYPE, pick.key)
        else {
          event.preventDefault()
          return
        }
        const favourite = favouriteAt(row)
        if (favourite !== undefined) event.dataTransfer.setData(SORT_TYPE, String(favourite))
        event.dataTransfer.effectAllowed = favourite === undefined ? 'copy' : 'copyMove'
      }}
      onDragOver={(event) => {
        if (!props.onSort || !event.dataTransfer.types.includes(SORT_TYPE)) return
        const row = (event.target as Element).closest<HTMLElement>('[data-row]')
        const target = targetAt(rowAt(event))
        markDrop(target && row)
        if (!target) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      }}
      onDragEnd={() => markDrop(undefined)}
      onDrop={(event) => {
        const favourite = Number(event.dataTransfer.getData(SORT_TYPE))
        const target = targetAt(rowAt(event))
        if (!favourite || !target) return
        event.preventDefault()
        props.onSort?.(favourite, target)
      }}
    >
      <div className="tree-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          const view = rowView(model, row, t, marked)
          return (
            <TreeRow
              key={view.key}
              id={`${id}-${row}`}
              row={row}
              top={item.start}
              height={rowPx}
              depth={index.depth[row]!}
              name={view.name}
              title={view.title}
              glyph={view.glyph}
              state={view.state}
              stateText={view.stateText}
              dim={view.dim}
              count={view.count}
              expanded={view.expandable ? model.isExpanded(row) : undefined}
              selected={view.key === selectedKey}
              focused={row === focusedRow}
              marked={view.marked}
              check={checks?.isTickable(model, row) ? checks.state(model, row) : undefined}
              draggable={
                view.drags !== undefined && (props.draggable === 'all' || props.draggable === view.drags)
              }
              position={view.position}
              siblings={view.siblings}
            />
          )
        })}
      </div>
    </div>
  )
}
