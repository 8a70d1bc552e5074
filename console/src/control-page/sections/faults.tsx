import type { FaultState } from '@backlot/contract/control/fault-calls'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, order, reasonOf } from '../api.ts'
import { Field, Form, Submit } from '../form.tsx'
import { count, span } from '../format.ts'
import { Button, type Column, EndButton, Panel, StateTag, Table } from '../parts.tsx'
import { useControl } from '../store.ts'
import { named, t } from '../text.ts'
import { FAULT_SUMMARIES } from './fault-summaries.ts'
import { type Schema, SchemaFields } from './schema-fields.tsx'
import type { SectionProps } from './section.ts'

type Kind = { name: string; summary: string; targets: string[]; parameters: Schema }

const remove = (body: object) => order('/control/faults/remove', body)

/** Faults. */
export function FaultsSection({ state: { faults } }: SectionProps) {
  const columns: Column<FaultState>[] = [
    [t('eventKind.fault'), ({ id }) => id, 'code'],
    [t('state'), ({ state }) => <StateTag state={state} />],
    [t('faults.struck'), ({ struck }) => count(struck), 'number'],
    [t('target'), targetText, 'wrap'],
    [t('faults.parameters'), parametersText, 'wrap'],
    [t('faults.when'), whenText, 'wrap'],
    [
      '',
      ({ id }) => (
        <EndButton of={id} onPress={() => remove({ ids: [id] })}>
          {t('remove')}
        </EndButton>
      ),
    ],
  ]
  return (
    <>
      <AttachPanel />
      <Panel head={t('faults.list')}>
        <Table
          label={t('faults.list')}
          columns={columns}
          rows={[...faults].reverse()}
          keyOf={({ id }) => id}
          none={t('faults.none')}
        />
        <div className="foot">
          <Button kind="danger" isDisabled={faults.length === 0} onPress={() => remove({})}>
            {t('faults.removeAll')}
          </Button>
        </div>
      </Panel>
    </>
  )
}

const parametersText = ({ parameters }: FaultState) =>
  Object.entries(parameters)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ') || '–'

function targetText({ target: { share, ...named } }: FaultState): string {
  const parts = Object.entries(named).map(([key, value]) => `${targetName(key)} ${value?.join(', ')}`)
  if (share !== undefined) parts.push(`${targetName('share')} ${Math.round(share * 100)} %`)
  return parts.join('; ') || t('faults.everything')
}

const targetName = (name: string) => named(`targets.${name}`)

function whenText({ schedule: { afterMs, forMs, everyMs, strikeMs = 0 }, probability }: FaultState): string {
  const parts = [
    afterMs !== undefined && t('when.after', { span: span(afterMs) }),
    forMs !== undefined && t('when.for', { span: span(forMs) }),
    everyMs !== undefined && t('when.every', { strike: span(strikeMs), every: span(everyMs) }),
    probability !== 1 && t('when.probability', { percent: Math.round(probability * 1000) / 10 }),
  ]
  return parts.filter(Boolean).join(', ') || t('faults.always')
}

function AttachPanel() {
  const { data, error } = useQuery({
    queryKey: ['fault kinds'],
    queryFn: () => call<{ list: Kind[] }>('/control/faults/kinds'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const kinds = [...(data?.list ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
  return (
    <Panel head={t('faults.add')}>
      {error && <p className="note">{reasonOf(error)}</p>}
      {kinds.length > 0 && <AttachForm kinds={kinds} />}
    </Panel>
  )
}

function AttachForm({ kinds }: { kinds: readonly Kind[] }) {
  const [name, setName] = useState(kinds[0]?.name ?? '')
  const { summary = '', targets = [], parameters = {} } = kinds.find((kind) => kind.name === name) ?? {}
  const isChinese = useControl(({ language }) => language === 'zh')
  return (
    <Form
      within="faults.0."
      send={(values) => call('/control/faults', { faults: [{ ...values, fault: name }] })}
    >
      <div className="fields">
        <Field
          label={t('kind')}
          choices={kinds.map((kind) => [kind.name, kind.name])}
          value={name}
          onChange={setName}
          kind="grow"
        />
      </div>
      <p className="note">{(isChinese && FAULT_SUMMARIES[name]) || summary}</p>
      <h3>{t('faults.parameters')}</h3>
      <SchemaFields key={`parameters of ${name}`} schema={parameters} within="parameters" />
      <h3>{t('target')}</h3>
      <div key={`targets of ${name}`} className="fields">
        {targets.map((target) => (
          <TargetField key={target} name={target} />
        ))}
      </div>
      <h3>{t('faults.schedule')}</h3>
      <div className="fields four">
        {(['afterMs', 'forMs', 'everyMs', 'strikeMs'] as const).map((key) => (
          <Field
            key={key}
            label={t(`schedule.${key}`)}
            name={`schedule.${key}`}
            as="number"
            scale={1000}
            min={0.001}
            unit={t('seconds')}
          />
        ))}
      </div>
      <div className="fields">
        <Field
          label={t('faults.probability')}
          name="probability"
          as="number"
          min={0.001}
          max={1}
          defaultValue={1}
          isRequired
        />
        <Field label={t('seed')} name="seed" as="number" placeholder={t('platformSeed')} />
      </div>
      <div className="foot">
        <Submit>{t('faults.attach')}</Submit>
      </div>
    </Form>
  )
}

const EXAMPLES: Readonly<Record<string, string>> = {
  paths: '/alarm/*',
  kinds: 'camera, vehicle',
  protocols: WIRE_NAMES.join(', '),
  accounts: 'admin',
}

function TargetField({ name }: { name: string }) {
  const shared = { label: targetName(name), name: `target.${name}` }
  if (name === 'share')
    return <Field {...shared} as="number" scale={0.01} min={0.1} max={100} unit="%" placeholder="100" />
  return (
    <Field
      {...shared}
      as={name === 'groups' ? 'numbers' : 'list'}
      placeholder={EXAMPLES[name] ?? t('withCommas')}
    />
  )
}
