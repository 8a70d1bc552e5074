import type { Alarm } from '@backlot/contract/alarms/entities'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { positionText } from './alarm-place.ts'
import { processingName } from './alarm-rules.ts'
import { AlarmStateTag, ArrivalMark, ProcessingTag } from './alarm-tags.tsx'
import { AlarmThumb } from './alarm-thumb.tsx'
import { CauseOpen, CauseToggle } from './cause-cells.tsx'
import type { AlarmLine } from './page-groups.ts'
import { GroupActions, ReviewActions } from './review/review-actions.tsx'
import type { ReviewAct } from './review/review-keys.ts'

const LEVELS = ['grave', 'important', 'ordinary', 'notice'] as const

/** Columns of the alarm query. */
export function alarmColumns(
  t: Translate<'alarms'>,
  types: AlarmTypes,
  onAct: (line: AlarmLine, act: ReviewAct, byKey: boolean) => void,
  onToggle: (line: AlarmLine) => void,
): Column<Alarm>[] {
  return [
    {
      key: 'pictures',
      title: t('field.pictures'),
      width: 76,
      whole: true,
      render: (alarm) => (
        <span className="alarm-pictures-cell" {...picturesName(t, alarm)}>
          <AlarmThumb alarm={alarm} />
          {alarm.resource.length > 1 && <b>{alarm.resource.length}</b>}
        </span>
      ),
      cell: (alarm) => alarm.resource.length,
    },
    {
      key: 'startTime',
      title: t('field.start'),
      width: 168,
      whole: true,
      sortable: true,
      fixed: true,
      render: (alarm) => (
        <>
          {formatTime(alarm.startTime)} <ArrivalMark alarm={alarm} />
        </>
      ),
      cell: (alarm) => ({ date: alarm.startTime }),
    },
    {
      key: 'type',
      title: t('field.type'),
      width: 272,
      sortable: true,
      fixed: true,
      cell: ({ type, subType, group }: AlarmLine) =>
        group
          ? t('query.causeOf', { name: types.nameOf(type, subType), count: group.count })
          : types.nameOf(type, subType),
      render: (line: AlarmLine) => (
        <span className="alarm-type-cell" data-below={line.isBelow}>
          {line.group && <CauseToggle line={line} onToggle={onToggle} />}
          <AlarmLevelMark level={types.levelOf(line.type, line.subType)} />
          <span className="alarm-type-name" title={types.nameOf(line.type, line.subType)}>
            {types.nameOf(line.type, line.subType)}
          </span>
          {line.group && <b className="alarm-cause-count">{line.group.count}</b>}
        </span>
      ),
    },
    {
      key: 'level',
      title: t('field.level'),
      width: 90,
      hiddenAtFirst: true,
      render: (alarm) => t(`level.${LEVELS[types.levelOf(alarm.type, alarm.subType) - 1]!}`),
    },
    {
      key: 'devName',
      title: t('field.device'),
      width: 206,
      sortable: true,
      render: (alarm) => alarm.devName,
    },
    {
      key: 'state',
      title: t('field.state'),
      width: 100,
      whole: true,
      render: (alarm) => <AlarmStateTag alarm={alarm} />,
      cell: (alarm) => t(alarm.state === 2 ? 'state.stop' : 'state.start'),
    },
    {
      key: 'processing',
      title: t('field.processing'),
      width: 222,
      whole: true,
      render: (line: AlarmLine) => {
        const onPress = (act: ReviewAct, byKey: boolean) => onAct(line, act, byKey)
        return (
          <span className="alarm-processing-cell">
            {line.group ? (
              <>
                <CauseOpen group={line.group} />
                <GroupActions alarms={line.group.alarms} of={line.group.name} onAct={onPress} />
              </>
            ) : (
              <>
                <ProcessingTag alarm={line} />
                <ReviewActions
                  alarm={line}
                  of={`${types.nameOf(line.type, line.subType)}, ${line.devName}`}
                  onAct={onPress}
                />
              </>
            )}
          </span>
        )
      },
      cell: (alarm) => t(`processing.${processingName(alarm.processingType)}`),
    },
    {
      key: 'processingName',
      title: t('field.processedBy'),
      width: 124,
      spare: true,
      render: (alarm) => alarm.processingName,
    },
    {
      key: 'endTime',
      title: t('field.end'),
      width: 168,
      spare: true,
      render: (alarm) => (alarm.endTime ? formatTime(alarm.endTime) : '–'),
      cell: (alarm) => alarm.endTime && { date: alarm.endTime },
    },
    { key: 'chnName', title: t('field.channel'), width: 170, render: (alarm) => alarm.chnName },
    {
      key: 'processingTime',
      title: t('field.processedAt'),
      width: 168,
      sortable: true,
      hiddenAtFirst: true,
      render: (alarm) => (alarm.processingTime ? formatTime(alarm.processingTime) : ''),
      cell: (alarm) => alarm.processingTime && { date: alarm.processingTime },
    },
    {
      key: 'content',
      title: t('processing.content'),
      width: 200,
      hiddenAtFirst: true,
      render: (alarm) => alarm.processingContent,
    },
    {
      key: 'source',
      title: t('field.source'),
      width: 90,
      hiddenAtFirst: true,
      render: (alarm) => (alarm.alarmSource === 1 ? t('source.device') : t('source.server')),
    },
    { key: 'sn', title: t('field.sn'), width: 150, hiddenAtFirst: true, render: (alarm) => alarm.sn },
    {
      key: 'number',
      title: t('field.number'),
      width: 110,
      hiddenAtFirst: true,
      render: (alarm) => alarm.number,
    },
    {
      key: 'monitor',
      title: t('field.monitor'),
      width: 130,
      hiddenAtFirst: true,
      render: (alarm) => alarm.monitorName,
    },
    {
      key: 'place',
      title: t('field.startPlace'),
      width: 180,
      hiddenAtFirst: true,
      render: (alarm) => positionText(alarm, 'start'),
    },
    { key: 'seq', title: t('field.seq'), width: 190, hiddenAtFirst: true, render: (alarm) => alarm.alarmSeq },
  ]
}

/** How many pictures and clips there are, for who does not see them. */
const picturesName = (t: Translate<'alarms'>, { resource }: Alarm) =>
  resource.length === 0
    ? { title: t('picture.none') }
    : { role: 'img', 'aria-label': t('picture.count', { count: resource.length }) }
