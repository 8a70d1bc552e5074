import { STORM_LIMITS } from '@backlot/contract/control/constants'
import type { StormProgress } from '@backlot/contract/control/storm-calls'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { useState } from 'react'
import { call, order } from '../api.ts'
import { Field, type FieldProps, Form, Submit } from '../form.tsx'
import { count } from '../format.ts'
import { type Column, EndButton, Panel, Progress, StateTag, Table } from '../parts.tsx'
import { kindName, t } from '../text.ts'
import type { SectionProps } from './section.ts'

const KINDS = ['alarms', 'sos', 'offline', 'gps'] as const
type Kind = (typeof KINDS)[number]
const NOT_OFFLINE: readonly Kind[] = ['alarms', 'sos', 'gps']

/** Much of something at once. */
export function StormsSection({ state }: SectionProps) {
  const columns: Column<StormProgress>[] = [
    [t('eventKind.storm'), ({ stormId }) => stormId, 'code'],
    [t('storms.kind'), ({ kind }) => t(`storm.${kind}`)],
    [t('state'), (storm) => <StateTag state={stateOf(storm)} />],
    [t('progress'), (storm) => <Progress name={storm.stormId} done={storm.raised} of={storm.planned} />],
    [t('storms.raised'), ({ raised }) => count(raised), 'number'],
    [t('storms.stored'), ({ stored }) => count(stored), 'number'],
    [t('storms.planned'), ({ planned }) => count(planned), 'number'],
    ['', (storm) => <StopButton storm={storm} />],
  ]
  return (
    <>
      <StartPanel />
      <Panel head={t('nav.storms')}>
        <Table
          label={t('nav.storms')}
          columns={columns}
          rows={[...state.storms].reverse()}
          keyOf={({ stormId }) => stormId}
          none={t('storms.none')}
        />
      </Panel>
    </>
  )
}

const StopButton = ({ storm: { stormId, done } }: { storm: StormProgress }) => (
  <EndButton of={stormId} isDisabled={done} onPress={() => order('/control/storms/stop', { stormId })}>
    {t('stop')}
  </EndButton>
)

const stateOf = ({ done, stopped }: StormProgress) => (stopped ? 'stopped' : done ? 'done' : 'raging')

/** The fields, and the storms that have them; all of them when none is named. */
const fields = (): (FieldProps & { of?: readonly Kind[] })[] => [
  {
    label: t('storms.rate'),
    name: 'ratePerSecond',
    as: 'number',
    min: STORM_LIMITS.rateMin,
    max: STORM_LIMITS.rateMax,
    defaultValue: 20,
    isRequired: true,
  },
  {
    label: t('lasts'),
    name: 'forMs',
    as: 'number',
    scale: 1000,
    min: 1,
    max: STORM_LIMITS.msMax / 1000,
    defaultValue: 30,
    isRequired: true,
    unit: t('seconds'),
    of: NOT_OFFLINE,
  },
  {
    label: t('storms.outage'),
    name: 'outageMs',
    as: 'number',
    scale: 1000,
    min: 1,
    max: STORM_LIMITS.outageMsMax / 1000,
    defaultValue: 60,
    isRequired: true,
    unit: t('seconds'),
    of: ['offline'],
  },
  {
    label: t('storms.share'),
    name: 'target.share',
    as: 'number',
    scale: 0.01,
    min: 1,
    max: 100,
    defaultValue: 30,
    isRequired: true,
    unit: '%',
    of: ['offline'],
  },
  {
    label: t('storms.kinds'),
    name: 'target.kinds',
    as: 'list',
    choices: [['', t('all')], ...knownKinds().map((kind) => [kind, kindName(kind)] as const)],
    of: ['offline'],
  },
  { label: t('storms.types'), name: 'types', as: 'list', placeholder: t('allOrCommas'), of: ['alarms'] },
  { label: t('serials'), name: 'devices', as: 'list', placeholder: t('allOrCommas'), of: NOT_OFFLINE },
  { label: t('seed'), name: 'seed', as: 'number', placeholder: t('platformSeed') },
]

function StartPanel() {
  const [kind, setKind] = useState<Kind>('alarms')
  return (
    <Panel head={t('storms.start')}>
      <Form send={(values) => call(`/control/storms/${kind}`, values)}>
        <div className="fields">
          <Field
            label={t('storms.kind')}
            choices={KINDS.map((one) => [one, t(`storm.${one}`)])}
            value={kind}
            onChange={(chosen) => setKind(KINDS.find((one) => one === chosen) ?? 'alarms')}
          />
        </div>
        <p className="note">{t(`storms.why.${kind}`)}</p>
        <div className="fields">
          {fields().map(({ of = KINDS, ...field }) => (
            <Field key={field.name} {...field} isHidden={!of.includes(kind)} />
          ))}
        </div>
        <div className="foot">
          <Submit>{t('start')}</Submit>
        </div>
      </Form>
    </Panel>
  )
}
