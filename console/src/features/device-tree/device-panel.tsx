import { SearchOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Empty, Input, Select, Spin } from 'antd'
import { type ComponentProps, type Ref, useEffect, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import { ABILITY_FILTER_NAMES, ABILITY_FILTERS } from './ability-filter.ts'
import { loadTree, positionWatch, useTreeState } from './device-store.ts'
import { DeviceTree, type DeviceTreeHandle } from './device-tree.tsx'
import { TreeFailed } from './tree-failed.tsx'
import type { NodeFilter, StatusFilter } from './tree-model.ts'
import { useTreeModel } from './use-tree-model.ts'

type DevicePanelProps = Omit<ComponentProps<typeof DeviceTree>, 'model' | 'redraw' | 'ref'> & {
  /** Which rows the tree offers. Mandatory, and the same function each time. */
  filter: NodeFilter
  /** Shows the choice of abilities. */
  abilities?: boolean
  /** False: groups without a device that the filter offers are left out. */
  emptyGroups?: boolean
  /** Search text of the tree at the start. */
  initialQuery?: string
  /** Ability bits and tab at the start. */
  initialAbility?: number
  initialStatus?: StatusFilter
  /** Text, ability bits or tab were changed. */
  onFilter?: (filter: PanelFilter) => void
  ref?: Ref<DeviceTreeHandle>
}

export type PanelFilter = { query: string; ability: number; status: StatusFilter }

const TABS = [
  { status: -1, text: 'tabs.all', count: 'all' },
  { status: 1, text: 'tabs.online', count: 'online' },
  { status: 0, text: 'tabs.offline', count: 'offline' },
] as const

/** The device tree with its search box, ability filter and tabs. Loads the tree when nobody has yet. */
export function DevicePanel({
  filter,
  abilities = true,
  emptyGroups = true,
  initialQuery = '',
  initialAbility = 0,
  initialStatus = -1,
  onFilter,
  ref,
  ...tree
}: DevicePanelProps) {
  const t = useText('devices')
  const { model, redraw } = useTreeModel(filter, emptyGroups)
  const state = useTreeState()
  const [query, setQuery] = useState(initialQuery)
  const [ability, setAbility] = useState(initialAbility)
  const [status, setStatus] = useState<StatusFilter>(initialStatus)
  const expandTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const [viewer] = useState(() => ({}))
  useEffect(() => () => positionWatch.leave(viewer), [viewer])
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
    return () => clearTimeout(expandTimer.current)
  }, [])

  const [begun] = useState({ ability: initialAbility, status: initialStatus })
  useEffect(() => {
    if (begun.ability === 0 && begun.status === -1) return
    model.setAbility(begun.ability)
    model.setStatus(begun.status)
    redraw()
  }, [model, redraw, begun])

  useEffect(() => {
    if (initialQuery === '') return
    model.setQuery(initialQuery)
    model.expandMatches()
    redraw()
  }, [model, redraw, initialQuery])

  const search = (text: string) => {
    setQuery(text)
    model.setQuery(text)
    redraw()
    onFilter?.({ query: text, ability, status })
    clearTimeout(expandTimer.current)
    expandTimer.current = setTimeout(() => {
      model.expandMatches()
      redraw()
    }, LIMITS.treeSearchExpandMs)
  }
  const counts = model.counts()

  return (
    <section className="device-panel" aria-label={tree.label}>
      <div className="device-search">
        <Input
          size="middle"
          type="search"
          allowClear
          prefix={<SearchOutlined />}
          value={query}
          placeholder={t('searchPlaceholder')}
          aria-label={t('searchPlaceholder')}
          onChange={(event) => search(event.target.value)}
          onPressEnter={() => {
            clearTimeout(expandTimer.current)
            model.expandMatches()
            redraw()
          }}
        />
        {abilities && (
          <Select
            size="middle"
            value={ability}
            aria-label={t('ability.label')}
            onChange={(bits: number) => {
              setAbility(bits)
              model.setAbility(bits)
              redraw()
              onFilter?.({ query, ability: bits, status })
            }}
            options={[
              { value: 0, label: t('ability.any') },
              ...ABILITY_FILTER_NAMES.map((name) => ({
                value: ABILITY_FILTERS[name],
                label: t(`ability.${name}`),
              })),
            ]}
          />
        )}
      </div>
      <div className="device-tabs" role="tablist" aria-label={t('tabs.label')}>
        {TABS.map((tab) => (
          <button
            key={tab.status}
            type="button"
            role="tab"
            aria-selected={status === tab.status}
            onClick={() => {
              setStatus(tab.status)
              model.setStatus(tab.status)
              redraw()
              onFilter?.({ query, ability, status: tab.status })
            }}
          >
            {t(tab.text)}
            <span className="tab-count">{counts[tab.count]}</span>
          </button>
        ))}
      </div>
      <div className="device-body">
        <DeviceTree
          {...tree}
          model={model}
          redraw={redraw}
          onSeen={(sns) => positionWatch.look(viewer, sns)}
          {...(ref ? { ref } : {})}
        />
        {model.rows().length === 0 && <NothingHere state={state} searching={query.trim() !== ''} />}
      </div>
    </section>
  )
}

function NothingHere({ state, searching }: { state: string; searching: boolean }) {
  const t = useText('devices')
  if (state === 'loading' || state === 'idle') {
    return (
      <div className="device-empty" role="status">
        <Spin size="small" /> {t('loading')}
      </div>
    )
  }
  if (state === 'failed') return <TreeFailed className="device-empty" />
  return (
    <div className="device-empty">
      <Empty description={searching ? t('noMatch') : t('empty')} />
    </div>
  )
}
