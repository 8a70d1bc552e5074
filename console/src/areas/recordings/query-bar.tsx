import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { FILE_TYPES, PICTURE_FILE_TYPES, VIDEO_FILE_TYPES } from '@backlot/contract/recordings/entities'
import { dayStart } from '@backlot/contract/time'
import { Button, Segmented, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { DatePicker } from '../../components/date-picker.ts'
import { SHORTCUTS, type Shortcut, shortcutSpan } from '../../components/day-shortcuts.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { spanFault } from './replay-span.ts'
import { changeSearch, useReplaySearch } from './replay-store.ts'

const TYPE_TEXT: Readonly<Record<number, TextKey<'recordings'>>> = {
  [FILE_TYPES.video]: 'fileType.video',
  [FILE_TYPES.pushVideo]: 'fileType.pushVideo',
  [FILE_TYPES.mediaRecord]: 'fileType.mediaRecord',
  [FILE_TYPES.deviceTimingCapture]: 'fileType.deviceTimingCapture',
  [FILE_TYPES.remoteCapture]: 'fileType.remoteCapture',
  [FILE_TYPES.serverTimingCapture]: 'fileType.serverTimingCapture',
  [FILE_TYPES.alarmCapture]: 'fileType.alarmCapture',
}

/** Name of a kind of files. */
export function fileTypeText(t: (key: TextKey<'recordings'>) => string, fileType: number): string {
  const key = TYPE_TEXT[fileType]
  return key ? t(key) : String(fileType)
}

type QueryBarProps = {
  isTreeShown: boolean
  isLoading: boolean
  onTree: () => void
  onQuery: () => void
}

/** Query: recordings or pictures, the span with its shortcuts, types of files. */
export function QueryBar({ isTreeShown, isLoading, onTree, onQuery }: QueryBarProps) {
  const t = useText('recordings')
  const { tab, chosen, source, videoTypes, pictureTypes } = useReplaySearch()
  const zone = platformZoneMinutes()
  const now = platformNow()
  const fault = spanFault(chosen, now, zone)
  const today = dayStart(now, zone)
  const shortcut = SHORTCUTS.find((one) => {
    const span = shortcutSpan(one, now, zone)
    return span.fromMs === chosen.fromMs && span.toMs === chosen.toMs
  })
  // No date of the future and none that is older than 180 days can be chosen (stated).
  const disabledDate = (date: Dayjs) => {
    const day = dayStart(fromPickerDate(date.toDate(), zone), zone)
    return day > today || day < today - LIMITS.historyWindowMs
  }
  const picker = (which: 'fromMs' | 'toMs', label: string) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset breaks out of the bar that it stands in.
    <span role="group" aria-label={label}>
      <DatePicker
        showTime={{ defaultOpenValue: dayjs('00:00:00', 'HH:mm:ss') }}
        showNow={false}
        allowClear
        className="query-date"
        aria-label={label}
        placeholder={label}
        format="YYYY-MM-DD HH:mm:ss"
        status={fault ? 'error' : ''}
        disabledDate={disabledDate}
        value={chosen[which] === undefined ? null : dayjs(toPickerDate(chosen[which], zone))}
        onChange={(date: Dayjs | null) => {
          const { [which]: _before, ...rest } = chosen
          changeSearch({ chosen: date ? { ...rest, [which]: fromPickerDate(date.toDate(), zone) } : rest })
        }}
      />
    </span>
  )
  const types = tab === 'videos' ? VIDEO_FILE_TYPES : PICTURE_FILE_TYPES
  return (
    <search className="replay-query" aria-label={t('title')}>
      <Button
        type="text"
        icon={isTreeShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={isTreeShown ? t('channels.hideTree') : t('channels.showTree')}
        title={isTreeShown ? t('channels.hideTree') : t('channels.showTree')}
        onClick={onTree}
      />
      <Segmented<'videos' | 'pictures'>
        aria-label={t('tabs.label')}
        value={tab}
        options={[
          { value: 'videos', label: t('tabs.videos') },
          { value: 'pictures', label: t('tabs.pictures') },
        ]}
        onChange={(next) => changeSearch({ tab: next })}
      />
      <Segmented<Shortcut>
        aria-label={t('span.start')}
        value={shortcut ?? ('' as Shortcut)}
        options={SHORTCUTS.map((value) => ({ value, label: t(`span.${value}`) }))}
        onChange={(next) => changeSearch({ chosen: shortcutSpan(next, platformNow(), zone) })}
      />
      {picker('fromMs', t('span.start'))}
      <span aria-hidden>–</span>
      {picker('toMs', t('span.end'))}
      {tab === 'videos' && (
        <Select<'server' | 'device'>
          className="query-source"
          aria-label={t('span.source')}
          value={source}
          options={[
            { value: 'server', label: t('span.server') },
            { value: 'device', label: t('span.device') },
          ]}
          onChange={(next) => changeSearch({ source: next })}
        />
      )}
      <Select<number[]>
        mode="multiple"
        className="query-types"
        aria-label={t('span.types')}
        placeholder={t('span.allTypes')}
        maxTagCount={0}
        maxTagPlaceholder={(left) => left.map(({ label }) => label).join(', ')}
        value={[...(tab === 'videos' ? videoTypes : pictureTypes)]}
        options={types.map((value) => ({ value, label: fileTypeText(t, value) }))}
        onChange={(next) => changeSearch(tab === 'videos' ? { videoTypes: next } : { pictureTypes: next })}
      />
      <Button type="primary" icon={<SearchOutlined />} loading={isLoading} onClick={onQuery}>
        {t('span.query')}
      </Button>
      {fault && fault !== 'missing' && (
        <span className="query-fault" role="alert">
          {t(`span.${fault}`)}
        </span>
      )}
    </search>
  )
}
