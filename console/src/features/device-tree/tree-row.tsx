import { LIMITS } from '@backlot/contract/limits'
import { memo } from 'react'
import { type Glyph, NodeIcon } from './node-icon.tsx'
import type { NodeState } from './node-state.ts'
import type { CheckState } from './tree-checks.ts'

type TreeRowProps = {
  id: string
  row: number
  top: number
  height: number
  depth: number
  name: string
  title: string
  glyph: Glyph
  state: NodeState | 'plain'
  stateText: string
  dim: boolean
  count: string
  expanded: boolean | undefined
  selected: boolean
  focused: boolean
  /** Shown in a window now. */
  marked: boolean
  check: CheckState | undefined
  draggable: boolean
  position: number
  siblings: number
}

/** One line of the tree. Only plain values, so that a redraw of the list touches the lines that changed. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, row, top, height, depth, name, title, expanded, check } = props
  return (
    <div
      id={id}
      className="tree-row"
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-expanded={expanded}
      aria-selected={props.selected}
      aria-checked={check === undefined ? undefined : check === 'some' ? 'mixed' : check === 'all'}
      aria-label={[`${name} ${props.count}`.trim(), props.stateText].filter((part) => part !== '').join(', ')}
      title={title}
      data-row={row}
      data-focused={props.focused || undefined}
      data-dim={props.dim || undefined}
      draggable={props.draggable}
      style={{
        height,
        transform: `translateY(${top}px)`,
        paddingInlineStart: 6 + depth * LIMITS.treeIndentPx,
      }}
    >
      <span className="tree-caret" data-caret={expanded === undefined ? undefined : ''} data-open={expanded}>
        {expanded !== undefined && (
          <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden>
            <path d="m6 4 4 4-4 4" />
          </svg>
        )}
      </span>
      {check !== undefined && <span className="tree-check" data-check={check} aria-hidden />}
      <NodeIcon glyph={props.glyph} state={props.state} />
      <span className="tree-name">{name}</span> {props.marked && <span className="tree-mark" aria-hidden />}
      {props.count !== '' && <span className="tree-count">{props.count}</span>}
    </div>
  )
})
