import type { KindCount } from '@backlot/contract/control/state-calls'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt, call, reasonOf } from '../api.ts'
import { Field } from '../form.tsx'
import { count, shortTime } from '../format.ts'
import { Button, type Column, EndButton, Panel, Table } from '../parts.tsx'
import { either, kindName, t } from '../text.ts'
import { AddFleetPanel } from './add-fleet.tsx'
import type { SectionProps } from './section.ts'

type Device = {
  sn: string
  name: string
  nameEn: string
  kind: string
  online: boolean
  forced?: 'online' | 'offline'
}
type Fleet = {
  fleetId: string
  name: string
  kind: string
  count: number
  online: number
  wire: boolean
  addedAtMs: number
}

const FOUND_MAX = 50
const LOOK_MS = 2000
const FORCES = [
  ['online', 'fleet.toOnline'],
  ['offline', 'fleet.toOffline'],
  ['auto', 'fleet.release'],
] as const

/** Counts by kind, single devices, and fleets that come and go. */
export function FleetSection({ state }: SectionProps) {
  return (
    <>
      <div>
        <CountsPanel kinds={state.kinds} />
        <AddedPanel />
      </div>
      <div>
        <FinderPanel />
        <AddFleetPanel />
      </div>
    </>
  )
}

function CountsPanel({ kinds }: { kinds: readonly KindCount[] }) {
  const sum = (of: 'total' | 'online') => kinds.reduce((so, kind) => so + kind[of], 0)
  const columns: Column<KindCount>[] = [
    [t('kind'), ({ kind }) => (kind === '' ? t('fleet.sum') : kindName(kind))],
    [t('fleet.total'), ({ total }) => count(total), 'number'],
    [t('fleet.online'), ({ online }) => count(online), 'number'],
    [t('fleet.offline'), ({ total, online }) => count(total - online), 'number'],
    [t('fleet.share'), ({ total, online }) => <Share percent={total === 0 ? 0 : (100 * online) / total} />],
  ]
  return (
    <Panel head={t('fleet.counts')}>
      <Table
        label={t('fleet.counts')}
        columns={columns}
        rows={[...kinds, { kind: '', total: sum('total'), online: sum('online') }]}
        keyOf={({ kind }) => kind}
        kind="counts"
      />
    </Panel>
  )
}

const Share = ({ percent }: { percent: number }) => (
  <>
    <span className="meter">
      <i style={{ width: `${percent}%` }} />
    </span>
    <span className="code">{percent.toFixed(0)} %</span>
  </>
)

function FinderPanel() {
  const [wanted, setWanted] = useState({ search: '', kind: '', state: '' })
  const queries = useQueryClient()
  const query = new URLSearchParams({ limit: String(FOUND_MAX) })
  for (const [key, value] of Object.entries(wanted)) if (value !== '') query.set(key, value)
  const path = `/control/devices?${query}`
  const { data, error } = useQuery({
    queryKey: ['devices', path],
    queryFn: () => call<{ list: Device[] }>(path),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  })
  const force = (sn: string, state: string) =>
    attempt(async () => {
      await call('/control/devices/state', { sn, state })
      await queries.invalidateQueries({ queryKey: ['devices'] })
    })
  const list = data?.list ?? []
  const nameOf = ({ name, nameEn }: Device) => either({ zh: name, en: nameEn })
  const columns: Column<Device>[] = [
    [t('serial'), ({ sn }) => sn, 'code'],
    [t('name'), (device) => <span title={nameOf(device)}>{nameOf(device)}</span>],
    [t('kind'), ({ kind }) => kindName(kind)],
    [t('state'), (device) => <DeviceState device={device} />],
    [
      t('fleet.actions'),
      (device) =>
        FORCES.map(([to, text]) => (
          <Button
            key={to}
            kind="small"
            of={nameOf(device)}
            isDisabled={to === 'auto' && device.forced === undefined}
            onPress={() => force(device.sn, to)}
          >
            {t(text)}
          </Button>
        )),
      'acts',
    ],
  ]
  const filter = (key: keyof typeof wanted) => ({
    value: wanted[key],
    onChange: (value: string) => setWanted({ ...wanted, [key]: value }),
  })
  return (
    <Panel head={t('fleet.find')}>
      <search className="fields">
        <Field
          label={t('fleet.search')}
          type="search"
          placeholder={t('fleet.searchHint')}
          kind="grow"
          {...filter('search')}
        />
        <Field
          label={t('kind')}
          choices={[['', t('any')], ...knownKinds().map((kind) => [kind, kindName(kind)] as const)]}
          {...filter('kind')}
        />
        <Field
          label={t('state')}
          choices={[
            ['', t('any')],
            ['online', t('fleet.isOnline')],
            ['offline', t('fleet.isOffline')],
          ]}
          {...filter('state')}
        />
      </search>
      <Table
        label={t('fleet.find')}
        columns={columns}
        rows={list}
        keyOf={({ sn }) => sn}
        kind="tall finder"
      />
      <p className="note">
        {error
          ? reasonOf(error)
          : data && list.length === 0
            ? t('fleet.none')
            : list.length === FOUND_MAX && t('fleet.first', { count: FOUND_MAX })}
      </p>
    </Panel>
  )
}

const DeviceState = ({ device: { online, forced } }: { device: Device }) => (
  <>
    <span className={`dot ${online ? 'good' : 'off'}`} />
    {online ? t('fleet.isOnline') : t('fleet.isOffline')}
    {forced && <span className="tag">{t(`fleet.forced.${forced}`)}</span>}
  </>
)

function AddedPanel() {
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<string>()
  const { data } = useQuery({
    queryKey: ['fleets'],
    queryFn: () => call<{ list: Fleet[] }>('/control/fleets'),
    refetchInterval: LOOK_MS,
  })
  const remove = async (fleetId: string) => {
    setLeaving(fleetId)
    await attempt(async () => {
      await call('/control/fleets/remove', { fleetId })
      await queries.invalidateQueries({ queryKey: ['fleets'] })
    })
    setLeaving(undefined)
  }
  const columns: Column<Fleet>[] = [
    [t('name'), ({ name }) => name],
    [t('kind'), ({ kind }) => kindName(kind)],
    [t('fleet.online'), (fleet) => `${count(fleet.online)} / ${count(fleet.count)}`, 'number'],
    [t('fleet.wire'), ({ wire }) => (wire ? 'TCP' : '–')],
    [t('fleet.since'), ({ addedAtMs }) => shortTime(addedAtMs), 'number'],
    [
      '',
      ({ fleetId, name }) => (
        <EndButton of={name} isDisabled={leaving === fleetId} onPress={() => remove(fleetId)}>
          {t('remove')}
        </EndButton>
      ),
    ],
  ]
  return (
    <Panel head={t('fleet.added')}>
      <Table
        label={t('fleet.added')}
        columns={columns}
        rows={data?.list ?? []}
        keyOf={({ fleetId }) => fleetId}
        kind="added"
        none={t('fleet.noneAdded')}
      />
    </Panel>
  )
}
