import { CaretRightOutlined, CloseOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { dayStart } from '@backlot/contract/time'
import { Button, DatePicker, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useText } from '../../language/language.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { cssColour } from '../../parts/map/marker-look.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import {
  type ChosenSpan,
  fromPickerDate,
  queryFault,
  SHORTCUTS,
  type Shortcut,
  shortcutSpan,
  toPickerDate,
} from './track-span.ts'
import { DEVICE_COLOURS } from './use-tracks.ts'

/** What is searched for, and how it is played. */
export type TrackForm = { sns: readonly string[]; span: ChosenSpan; mode: 'normal' | 'quick' }

type QueryPanelProps = {
  form: TrackForm
  isLoading: boolean
  isPlaying: boolean
  /** There is something to clear. */
  hasTracks: boolean
  onForm(form: TrackForm): void
  onPick(): void
  onSearch(): void
  onStartStop(): void
  onClear(): void
}

/** The history track's panel: devices, span, kind of playback, and its buttons (stated). */
export function QueryPanel(props: QueryPanelProps) {
  const { form, isLoading, isPlaying, hasTracks, onForm } = props
  const t = useText('tracks')
  const zone = platformZoneMinutes()
  const now = platformNow()
  const { span, sns } = form
  const fault = queryFault(['any'], span, now, zone)
  const shortcut = SHORTCUTS.find((one) => {
    const day = shortcutSpan(one, now, zone)
    return day.fromMs === span.fromMs && day.toMs === span.toMs
  })
  return (
    <search className="track-query" aria-label={t('query.label')}>
      <div className="track-devices">
        {sns.map((sn, i) => (
          <DeviceChip
            key={sn}
            sn={sn}
            place={i}
            onRemove={() => onForm({ ...form, sns: sns.filter((one) => one !== sn) })}
          />
        ))}
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={props.onPick}>
          {sns.length === 0 ? t('query.pick') : t('query.pickMore')}
        </Button>
      </div>
      <Segmented<Shortcut>
        block
        size="small"
        aria-label={t('query.shortcuts')}
        value={shortcut ?? ('' as Shortcut)}
        options={SHORTCUTS.map((value) => ({ value, label: t(`query.${value}`) }))}
        onChange={(value) => onForm({ ...form, span: shortcutSpan(value, platformNow(), zone) })}
      />
      <MomentField
        which="fromMs"
        span={span}
        faulty={fault !== undefined}
        onSpan={(next) => onForm({ ...form, span: next })}
      />
      <MomentField
        which="toMs"
        span={span}
        faulty={fault !== undefined}
        onSpan={(next) => onForm({ ...form, span: next })}
      />
      {fault !== undefined && fault !== 'missing' && (
        <p className="track-fault" role="alert">
          {t(`fault.${fault}`)}
        </p>
      )}
      <Segmented<TrackForm['mode']>
        block
        size="small"
        aria-label={t('query.mode')}
        value={form.mode}
        options={[
          { value: 'normal', label: t('query.normal') },
          { value: 'quick', label: t('query.quick') },
        ]}
        onChange={(mode) => onForm({ ...form, mode })}
      />
      <div className="track-buttons">
        <Button type="primary" icon={<SearchOutlined />} loading={isLoading} onClick={props.onSearch}>
          {t('query.search')}
        </Button>
        <Button
          icon={isPlaying ? <span className="track-stop-icon" aria-hidden /> : <CaretRightOutlined />}
          onClick={props.onStartStop}
        >
          {isPlaying ? t('query.stop') : t('query.start')}
        </Button>
        <Button
          disabled={!hasTracks && sns.length === 0}
          title={!hasTracks && sns.length === 0 ? t('query.nothingToClear') : undefined}
          onClick={props.onClear}
        >
          {t('query.clear')}
        </Button>
      </div>
    </search>
  )
}

/** The colour of a device, by its place in the search. */
export function DeviceMark({ place }: { place: number }) {
  const colour = DEVICE_COLOURS[place % DEVICE_COLOURS.length]!
  return <i className="track-device-mark" style={{ background: cssColour(colour) }} aria-hidden />
}

function DeviceChip({ sn, place, onRemove }: { sn: string; place: number; onRemove(): void }) {
  const t = useText('tracks')
  const name = useDevice(sn)?.name ?? sn
  return (
    <span className="track-chip" title={`${name} · ${sn}`}>
      <DeviceMark place={place} />
      <span>{name}</span>
      <button type="button" aria-label={t('query.remove', { name })} onClick={onRemove}>
        <CloseOutlined />
      </button>
    </span>
  )
}

type MomentFieldProps = {
  which: 'fromMs' | 'toMs'
  span: ChosenSpan
  faulty: boolean
  onSpan(span: ChosenSpan): void
}

/** One end of the span. No date of the future and none that is older than 180 days can be chosen (stated). */
export function MomentField({ which, span, faulty, onSpan }: MomentFieldProps) {
  const t = useText('tracks')
  const zone = platformZoneMinutes()
  const today = dayStart(platformNow(), zone)
  const label = which === 'fromMs' ? t('query.from') : t('query.to')
  const value = span[which]
  return (
    <div className="track-field">
      <span aria-hidden>{label}</span>
      <DatePicker
        size="small"
        showTime={{ defaultOpenValue: dayjs('00:00:00', 'HH:mm:ss') }}
        showNow={false}
        aria-label={label}
        placeholder={label}
        format="YYYY-MM-DD HH:mm:ss"
        status={faulty ? 'error' : ''}
        disabledDate={(date: Dayjs) => {
          const day = dayStart(fromPickerDate(date.toDate(), zone), zone)
          return day > today || day < today - LIMITS.historyWindowMs
        }}
        value={value === undefined ? null : dayjs(toPickerDate(value, zone))}
        onChange={(date: Dayjs | null) => {
          const { [which]: _before, ...rest } = span
          onSpan(date ? { ...rest, [which]: fromPickerDate(date.toDate(), zone) } : rest)
        }}
      />
    </div>
  )
}
