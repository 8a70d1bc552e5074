import { CLOCK_RATE } from '@backlot/contract/control/constants'
import type { LiveState } from '@backlot/contract/control/live-calls'
import { parseDateTime } from '@backlot/contract/time'
import { useState } from 'react'
import { call, order } from '../api.ts'
import { Field, Form, Submit, Tick } from '../form.tsx'
import { dateTime, span, zoneMinutes } from '../format.ts'
import { Button, Panel } from '../parts.tsx'
import { nowMs } from '../store.ts'
import { t } from '../text.ts'
import type { SectionProps } from './section.ts'

const PACES = [0.1, 1, 10, 60, 600, 3600]
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const STEPS_MS = [10_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]
const JUMPS_MS = [-DAY_MS, -HOUR_MS, -10 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS]
const HOURS = ['00', '03', '06', '09', '12', '15', '18', '21', '24']
/** Moments within a few seconds of now count as now. */
const HERE_MS = 5000

const set = (body: object) => order('/control/clock', body)
const signed = (ms: number) => `${ms < 0 ? '−' : '+'}${span(Math.abs(ms))}`

/** The hand on the platform clock. */
export function ClockSection({ state }: SectionProps) {
  return (
    <>
      <RunPanel clock={state.clock} />
      <JumpPanel />
    </>
  )
}

function RunPanel({ clock }: { clock: LiveState['clock'] }) {
  const isPaused = clock.rate === 0
  return (
    <Panel head={t('clock.now')}>
      <p className="big-time">{dateTime(clock.nowMs)}</p>
      <p className="note">
        {isPaused ? t('clock.paused') : `×${clock.rate}`} · {t('clock.epoch', { epoch: clock.epoch })}
      </p>
      <div className="buttons">
        <Button kind="primary" onPress={() => set({ action: isPaused ? 'resume' : 'pause' })}>
          {isPaused ? t('resume') : t('pause')}
        </Button>
        <Button onPress={() => set({ action: 'realtime' })}>{t('clock.realtime')}</Button>
      </div>
      <h3>{t('pace')}</h3>
      <div className="buttons">
        {PACES.map((rate) => (
          <Button key={rate} isPressed={rate === clock.rate} onPress={() => set({ action: 'speed', rate })}>
            {`×${rate}`}
          </Button>
        ))}
      </div>
      <Form send={(values) => call('/control/clock', { action: 'speed', ...values })}>
        <div className="fields">
          <Field
            label={t('clock.pace')}
            name="rate"
            as="number"
            {...CLOCK_RATE}
            defaultValue={1}
            isRequired
            kind="grow"
          />
          <div className="foot">
            <Submit>{t('set')}</Submit>
          </div>
        </div>
      </Form>
      <h3>{t('clock.step')}</h3>
      <div className="buttons">
        {STEPS_MS.map((byMs) => (
          <Button key={byMs} isDisabled={!isPaused} onPress={() => set({ action: 'step', byMs })}>
            {signed(byMs)}
          </Button>
        ))}
      </div>
      <p className="note">{isPaused ? t('clock.steps') : t('clock.wantsPause')}</p>
    </Panel>
  )
}

function JumpPanel() {
  /** Where the jump goes; follows the clock until somebody chooses. */
  const [chosenMs, setChosenMs] = useState<number>()
  /** Typed text, which may be no valid day yet. */
  const [typedDay, setTypedDay] = useState<string>()
  const [isCut, setIsCut] = useState(false)
  const [isJumping, setIsJumping] = useState(false)
  const atMs = chosenMs ?? nowMs()
  const aheadMs = atMs - nowMs()
  const isHere = chosenMs === undefined || Math.abs(aheadMs) < HERE_MS
  const isBack = aheadMs < 0
  const [day = '', time = ''] = dateTime(atMs).split(' ')
  const [hour, minute] = time.split(':').map(Number)
  const chooseTime = (ofDay: string, minutes: number) => {
    const [h, m] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
    const chosen = parseDateTime(`${ofDay} ${h}:${m}:00`, zoneMinutes())
    if (chosen !== undefined) setChosenMs(chosen)
  }
  const minutes = (hour ?? 0) * 60 + (minute ?? 0)
  const jump = async () => {
    setIsJumping(true)
    if (await set({ action: 'jump', toMs: atMs, cut: isCut && isBack })) {
      setChosenMs(undefined)
      setIsCut(false)
    }
    setIsJumping(false)
  }
  const distance = { span: span(Math.abs(aheadMs)) }
  return (
    <Panel head={t('clock.target')}>
      <div className="target-line">
        <output className="big-time">{dateTime(atMs)}</output>
        <p className="note">
          {isHere ? t('clock.here') : isBack ? t('clock.byBack', distance) : t('clock.by', distance)}
        </p>
      </div>
      <div className="slider">
        <input
          type="range"
          className="day-slider"
          min={0}
          max={1439}
          aria-label={t('clock.time')}
          aria-valuetext={time}
          value={minutes}
          onChange={({ target }) => chooseTime(day, Number(target.value))}
        />
        <div className="hours" aria-hidden="true">
          {HOURS.map((each) => (
            <span key={each}>{each}</span>
          ))}
        </div>
      </div>
      <div className="fields">
        <Field
          label={t('clock.day')}
          type="date"
          value={typedDay ?? day}
          onChange={(typed) => {
            setTypedDay(typed)
            chooseTime(typed, minutes)
          }}
          onLeave={() => setTypedDay(undefined)}
        />
        <div className="buttons at-foot">
          <Button onPress={() => setChosenMs(atMs - DAY_MS)}>{t('clock.dayBack')}</Button>
          <Button onPress={() => setChosenMs(atMs + DAY_MS)}>{t('clock.dayOn')}</Button>
          <Button onPress={() => setChosenMs(undefined)}>{t('clock.toNow')}</Button>
        </div>
      </div>
      <div className="buttons">
        {JUMPS_MS.map((byMs) => (
          <Button key={byMs} onPress={() => setChosenMs(atMs + byMs)}>
            {signed(byMs)}
          </Button>
        ))}
      </div>
      <h3>{t('clock.what')}</h3>
      <p className="explains">
        {isHere
          ? t('clock.still')
          : !isBack
            ? t('clock.forward')
            : isCut
              ? t('clock.backCut')
              : t('clock.back')}
      </p>
      <div className="foot">
        <Tick label={t('clock.cut')} isTicked={isCut} onChange={setIsCut} isDisabled={isHere || !isBack} />
        <Button kind="primary" isDisabled={isHere || isJumping} onPress={jump}>
          {isJumping ? t('clock.moving') : t('clock.jump')}
        </Button>
      </div>
    </Panel>
  )
}
