import { ALARM_TONES, type AlarmTone } from '@backlot/contract/alarm-types/entities'
import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { Tag } from 'antd'
import { type AlarmLevel, AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { ColourCode } from './colour-code.tsx'
import { ToneButton } from './tone-button.tsx'

export type TypeTexts = { t: Translate<'alarmTypes'>; levelText: Translate<'alarms'> }

const LEVEL_KEYS = { 1: 'grave', 2: 'important', 3: 'ordinary', 4: 'notice' } as const
const ORDINARY: AlarmLevel = 3

/** '1 · Critical'. */
export function levelName({ levelText }: Pick<TypeTexts, 'levelText'>, level: AlarmLevel): string {
  return `${level} · ${levelText(`level.${LEVEL_KEYS[level]}`)}`
}

const levelOf = ({ level = ORDINARY }: AlarmTypeNode) => level as AlarmLevel

export function typeColumns(texts: TypeTexts): Column<AlarmTypeNode>[] {
  const { t } = texts
  return [
    {
      key: 'name',
      title: t('name'),
      width: 210,
      fixed: true,
      render: (node) => (
        <span className="type-name" data-sub={node.nodeType === 1} title={node.name}>
          <AlarmLevelMark level={levelOf(node)} colour={node.colour} />
          {node.name}
        </span>
      ),
      cell: ({ name }) => name,
    },
    {
      key: 'nameZh',
      title: t('nameZh'),
      width: 150,
      hiddenAtFirst: true,
      render: ({ nameZh = '' }) => nameZh,
    },
    {
      key: 'nameEn',
      title: t('nameEn'),
      width: 190,
      hiddenAtFirst: true,
      render: ({ nameEn = '' }) => nameEn,
    },
    {
      key: 'type',
      title: t('value'),
      width: 150,
      render: ({ type }) => <code>{type}</code>,
      cell: ({ key }) => key,
    },
    {
      key: 'level',
      title: t('level'),
      width: 124,
      render: (node) => levelName(texts, levelOf(node)),
    },
    {
      key: 'colour',
      title: t('colour'),
      width: 126,
      render: ({ colour, ownColour }) => (
        <span className="colour-swatch">
          {colour !== undefined && <i style={{ background: colour }} />}
          {ownColour ? <ColourCode hex={ownColour} /> : <em>{t('colourOfLevel')}</em>}
        </span>
      ),
      cell: ({ colour = '' }) => colour,
    },
    {
      key: 'tone',
      title: t('tone'),
      width: 114,
      render: ({ name, tone }) => <ToneButton tone={knownTone(tone)} of={name} />,
      cell: ({ tone }) => t(`toneName.${knownTone(tone)}`),
    },
    {
      key: 'source',
      title: t('source'),
      width: 90,
      render: ({ system }) => (system === 1 ? t('system') : <Tag color="blue">{t('own')}</Tag>),
      cell: ({ system }) => t(system === 1 ? 'system' : 'own'),
    },
    {
      key: 'state',
      title: t('state'),
      width: 110,
      hiddenAtFirst: true,
      render: ({ system, version = 0 }) =>
        system === 1 ? t(version > 0 ? 'changed' : 'asItCame') : t('own'),
    },
  ]
}

/** A tone that this console can make; silence for any other. */
const knownTone = (tone: string | undefined): AlarmTone =>
  ALARM_TONES.find((known) => known === tone) ?? 'none'
