import { CLOCK_RATE } from '@backlot/contract/control/constants'
import type { ScenarioRun } from '@backlot/contract/control/run-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, order, reasonOf } from '../api.ts'
import { Field, Tick } from '../form.tsx'
import { span } from '../format.ts'
import { Button, type Column, EndButton, Panel, Progress, StateTag, Table } from '../parts.tsx'
import { either, t } from '../text.ts'
import type { SectionProps } from './section.ts'

type Shipped = {
  id: string
  name: string
  description: string
  entries: number
  expectations: number
  lastsMs: number
  start?: string
  speed?: number
}

/** Shipped scenarios, their runs, and the results of their expectations. */
export function ScenariosSection({ state: { runs } }: SectionProps) {
  const columns: Column<ScenarioRun>[] = [
    [t('eventKind.scenario'), ({ scenario }) => scenario],
    [t('state'), ({ state }) => <StateTag state={state} />],
    [t('progress'), (run) => <RunProgress run={run} />],
    ['', (run) => OUTCOMES.map((key) => run[key] > 0 && <StateTag key={key} state={key} count={run[key]} />)],
    ['', (run) => <StopButton run={run} />],
  ]
  return (
    <>
      <ShippedPanel isPlaying={runs.some(({ state }) => state === 'playing')} />
      <div>
        <Panel head={t('scenarios.runs')}>
          <Table
            label={t('scenarios.runs')}
            columns={columns}
            rows={runs}
            keyOf={({ runId }) => runId}
            none={t('scenarios.noRuns')}
          />
        </Panel>
        <NotesPanel run={runs[0]} />
        <VerdictsPanel run={runs[0]} />
      </div>
    </>
  )
}

const OUTCOMES = ['held', 'failed', 'skipped'] as const

const StopButton = ({ run: { runId, scenario, state } }: { run: ScenarioRun }) => (
  <EndButton
    of={scenario}
    isDisabled={state !== 'playing'}
    onPress={() => order('/control/scenario/runs/stop', { runId })}
  >
    {t('stop')}
  </EndButton>
)

const RunProgress = ({ run: { scenario, begun, entries, open } }: { run: ScenarioRun }) => (
  <>
    <Progress name={scenario} done={begun} of={entries} />
    <span className="note"> {t('scenarios.progress', { begun, entries, open })}</span>
  </>
)

function ShippedPanel({ isPlaying }: { isPlaying: boolean }) {
  const [isOwnStart, setIsOwnStart] = useState(false)
  const [speed, setSpeed] = useState('')
  const { data, error } = useQuery({
    queryKey: ['scenarios'],
    queryFn: () => call<{ list: Shipped[] }>('/control/scenarios'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const run = (scenario: string) =>
    order('/control/scenario/runs', {
      scenario,
      ownStart: isOwnStart,
      ...(speed === '' ? {} : { speed: Number(speed) }),
    })
  return (
    <Panel head={t('scenarios.shipped')}>
      <p className="note">{t('scenarios.why')}</p>
      <div className="fields">
        <Field
          label={t('pace')}
          type="number"
          {...CLOCK_RATE}
          placeholder={t('scenarios.ownPace')}
          unit="×"
          value={speed}
          onChange={setSpeed}
        />
        <div className="foot">
          <Tick label={t('scenarios.ownStart')} isTicked={isOwnStart} onChange={setIsOwnStart} />
        </div>
      </div>
      <ul className="cards">
        {error && <li>{reasonOf(error)}</li>}
        {data?.list.map((shipped) => (
          <li key={shipped.id}>
            <div>
              <strong>{shipped.name}</strong>
              <span className="code">{shipped.id}</span>
            </div>
            {shipped.description !== '' && <p>{shipped.description}</p>}
            <div className="card-foot">
              <span className="note">{shipped.entries > 0 ? factsOf(shipped) : t('scenarios.nothing')}</span>
              {shipped.entries > 0 && (
                <Button
                  kind="small primary"
                  of={shipped.name}
                  isDisabled={isPlaying}
                  onPress={() => run(shipped.id)}
                >
                  {t('scenarios.run')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const factsOf = ({ entries, expectations, lastsMs, start, speed }: Shipped) =>
  [
    `${t('scenarios.entries')} ${entries}`,
    `${t('scenarios.expects')} ${expectations}`,
    `${t('schedule.forMs')} ${span(lastsMs)}`,
    ...(start === undefined ? [] : [`${t('scenarios.startAt')} ${start}`]),
    ...(speed === undefined ? [] : [`×${speed}`]),
  ].join(' · ')

/** What happens, and where to look, in the words of the scenario. */
function NotesPanel({ run }: { run: ScenarioRun | undefined }) {
  const notes = run?.notes ?? []
  if (notes.length === 0) return null
  const columns: Column<ScenarioRun['notes'][number]>[] = [
    [t('scenarios.at'), ({ atMs }) => span(atMs), 'number'],
    [t('scenarios.note'), (note) => either(note), 'wrap'],
  ]
  return (
    <Panel head={t('scenarios.notes')}>
      <Table
        label={t('scenarios.notes')}
        columns={columns}
        rows={[...notes].reverse()}
        keyOf={(note) => notes.indexOf(note)}
      />
    </Panel>
  )
}

function VerdictsPanel({ run }: { run: ScenarioRun | undefined }) {
  const verdicts = run?.verdicts ?? []
  const columns: Column<ScenarioRun['verdicts'][number]>[] = [
    [t('scenarios.at'), ({ atMs }) => span(atMs), 'number'],
    [t('scenarios.outcome'), ({ outcome }) => <StateTag state={outcome} />],
    [t('scenarios.text'), ({ text }) => text, 'wrap'],
    [t('scenarios.seen'), ({ seen }) => seen, 'wrap'],
  ]
  return (
    <Panel head={t('scenarios.verdicts')}>
      <p className="note">
        {verdicts.length === 0 ? t('scenarios.noVerdicts') : (run?.error ?? run?.scenario)}
      </p>
      <Table
        label={t('scenarios.verdicts')}
        columns={columns}
        rows={[...verdicts].reverse()}
        keyOf={(verdict) => verdicts.indexOf(verdict)}
        kind="tall"
      />
    </Panel>
  )
}
