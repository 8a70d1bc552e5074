import { PictureOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Translate } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import type { AlarmTypes } from '../../parts/alarms/alarm-types.ts'
import type { Column } from '../../parts/table-screen/table-screen-types.ts'
import { formatTime } from '../../platform/clock.ts'
import { positionText } from './alarm-place.ts'
import { AlarmStateTag, ProcessingTag } from './alarm-tags.tsx'

/** Columns of the alarm query. */
export function alarmColumns(t: Translate<'alarms'>, types: AlarmTypes): Column<Alarm>[] {
  return [
    {
      key: 'startTime',
      title: t('field.start'),
      width: 168,
      sortable: true,
      fixed: true,
      render: (alarm) => formatTime(alarm.startTime),
    },
    {
      key: 'type',
      title: t('field.type'),
      width: 290,
      sortable: true,
      fixed: true,
      render: (alarm) => (
        <span className="alarm-type-cell">
          <AlarmLevelMark level={types.levelOf(alarm.type, alarm.subType)} />
          <span className="alarm-type-name" title={types.nameOf(alarm.type, alarm.subType)}>
            {types.nameOf(alarm.type, alarm.subType)}
          </span>
        </span>
      ),
    },
    {
      key: 'devName',
      title: t('field.device'),
      width: 220,
      sortable: true,
      render: (alarm) => alarm.devName,
    },
    { key: 'state', title: t('field.state'), width: 100, render: (alarm) => <AlarmStateTag alarm={alarm} /> },
    {
      key: 'processing',
      title: t('field.processing'),
      width: 150,
      render: (alarm) => <ProcessingTag alarm={alarm} />,
    },
    {
      key: 'processingName',
      title: t('field.processedBy'),
      width: 124,
      render: (alarm) => alarm.processingName,
    },
    {
      key: 'endTime',
      title: t('field.end'),
      width: 168,
      render: (alarm) => (alarm.endTime ? formatTime(alarm.endTime) : '–'),
    },
    { key: 'chnName', title: t('field.channel'), width: 170, render: (alarm) => alarm.chnName },
    {
      key: 'processingTime',
      title: t('field.processedAt'),
      width: 168,
      sortable: true,
      hiddenAtFirst: true,
      render: (alarm) => (alarm.processingTime ? formatTime(alarm.processingTime) : ''),
    },
    {
      key: 'pictures',
      title: t('field.pictures'),
      width: 76,
      align: 'center',
      render: (alarm) =>
        alarm.resource.length > 0 && (
          <span>
            <PictureOutlined /> {alarm.resource.length}
          </span>
        ),
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
