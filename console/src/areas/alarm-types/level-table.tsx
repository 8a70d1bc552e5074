import { listAlarmLevels, updateAlarmLevel } from '@backlot/contract/alarm-types/calls'
import { ALARM_TONES, type AlarmTone, type AlarmLevel as Level } from '@backlot/contract/alarm-types/entities'
import { Select } from 'antd'
import { type AlarmLevel, AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { describeForm, type FormDescription } from '../../features/table-screen/form-types.ts'
import { TableScreen } from '../../features/table-screen/table-screen.tsx'
import type { TableDescription } from '../../features/table-screen/table-screen-types.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { ColourCode } from './colour-code.tsx'
import { ColourField } from './colour-field.tsx'
import { ToneButton } from './tone-button.tsx'
import { levelName, type TypeTexts } from './type-columns.tsx'

/** Colour and tone of each level. */
export function LevelTable() {
  const t = useText('alarmTypes')
  const levelText = useText('alarms')
  const texts = { t, levelText }
  const description: TableDescription<Level> = {
    name: 'alarmTypes.levels',
    title: t('part.levels'),
    columns: [
      {
        key: 'level',
        title: t('level'),
        width: 180,
        fixed: true,
        render: ({ level, colour }) => (
          <span className="type-name" data-sub="false">
            <AlarmLevelMark level={level as AlarmLevel} colour={colour ?? undefined} size={14} />
            {levelName(texts, level as AlarmLevel)}
          </span>
        ),
        cell: ({ level }) => levelName(texts, level as AlarmLevel),
      },
      {
        key: 'colour',
        title: t('colour'),
        width: 200,
        render: ({ colour }) => (
          <span className="colour-swatch">
            {colour === null ? (
              <em>{t('colourOfConsole')}</em>
            ) : (
              <>
                <i style={{ background: colour }} />
                <ColourCode hex={colour} />
              </>
            )}
          </span>
        ),
        cell: ({ colour }) => colour,
      },
      {
        key: 'tone',
        title: t('tone'),
        width: 180,
        render: ({ level, tone }) => <ToneButton tone={tone} of={levelName(texts, level as AlarmLevel)} />,
        cell: ({ tone }) => t(`toneName.${tone}`),
      },
    ],
    rowKey: ({ level }) => t('levelNumber', { level }),
    async fetch(_query, signal) {
      const { list } = await request(listAlarmLevels, { signal })
      return { list, total: list.length }
    },
    rowActions: [
      { key: 'edit', label: t('edit'), call: updateAlarmLevel, form: (level) => levelForm(texts, level) },
    ],
  }
  return <TableScreen description={description} />
}

export function levelForm(texts: TypeTexts, row: Level): FormDescription {
  const { t } = texts
  const { level, version, colour, tone } = row
  const name = levelName(texts, level as AlarmLevel)
  const toBody = (entry: Pick<Level, 'colour' | 'tone'>) => ({ ...entry, level, version })
  return describeForm<Pick<Level, 'colour' | 'tone'>>({
    title: t('editOf', { name }),
    okText: t('save'),
    fields: [
      {
        kind: 'custom',
        name: 'colour',
        label: t('colour'),
        control: <ColourField without={t('colourOfConsole')} />,
      },
      { kind: 'custom', name: 'tone', label: t('tone'), control: <ToneField tones={ALARM_TONES} /> },
    ],
    initial: { colour, tone },
    editing: true,
    schema: updateAlarmLevel.body,
    toBody,
    async save(entry) {
      await request(updateAlarmLevel, { body: updateAlarmLevel.body.parse(toBody(entry)) })
      return t('saved', { name })
    },
  })
}

/** One of the tones, with a button that lets it be heard. */
function ToneField(props: {
  tones: readonly AlarmTone[]
  id?: string
  value?: AlarmTone
  onChange?: (tone: AlarmTone) => void
}) {
  const { tones, id, value = 'none', onChange } = props
  const t = useText('alarmTypes')
  return (
    <span className="tone-field">
      <Select<AlarmTone>
        {...(id === undefined ? {} : { id })}
        value={value}
        onChange={(tone) => onChange?.(tone)}
        options={tones.map((tone) => ({ value: tone, label: t(`toneName.${tone}`) }))}
        aria-label={t('tone')}
        style={{ width: 180 }}
      />
      <ToneButton tone={value} />
    </span>
  )
}
