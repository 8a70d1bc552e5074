import type { PushRule } from '@backlot/contract/alarm-push/entities'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import type { Translate } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { PushStateTag } from './push-state.tsx'
import { whatText, whenText } from './rule-words.ts'

export function ruleColumns(t: Translate<'alarmPush'>, types: AlarmTypes): Column<PushRule>[] {
  const eventsText = ({ events }: PushRule) => events.map((event) => t(`event.${event}`)).join(', ')
  return [
    { key: 'name', title: t('name'), width: 130, fixed: true },
    {
      key: 'enabled',
      title: t('state'),
      width: 72,
      whole: true,
      render: ({ enabled }) => (
        <span className="push-state" data-state={enabled ? 'delivered' : 'off'}>
          {t(enabled ? 'enabled' : 'disabled')}
        </span>
      ),
      cell: ({ enabled }) => t(enabled ? 'enabled' : 'disabled'),
    },
    { key: 'url', title: t('url'), width: 214 },
    {
      key: 'last',
      title: t('last'),
      width: 216,
      whole: true,
      render: ({ last }) =>
        last ? (
          <span title={last.reason}>
            <PushStateTag state={last.state} />
            <span className="push-note">
              {' '}
              {last.httpStatus ?? ''} {last.lastTime === null ? '' : formatTime(last.lastTime).slice(5)}
            </span>
          </span>
        ) : (
          <span className="push-note">{t('never')}</span>
        ),
      cell: ({ last }) => (last ? t(`stateName.${last.state}`) : t('never')),
    },
    { key: 'what', title: t('what'), width: 220, render: (rule) => whatText(t, rule, types) },
    { key: 'events', title: t('events'), width: 170, spare: true, render: eventsText },
    { key: 'when', title: t('when'), width: 150, spare: true, render: (rule) => whenText(t, rule) },
    { key: 'waiting', title: t('waiting'), width: 80, spare: true, align: 'right' },
    {
      key: 'owner',
      title: t('owner'),
      width: 120,
      hiddenAtFirst: true,
      render: ({ ownerName }) => ownerName,
    },
    {
      key: 'secret',
      title: t('secret'),
      width: 90,
      hiddenAtFirst: true,
      render: ({ secretHint }) => <code>…{secretHint}</code>,
      cell: ({ secretHint }) => secretHint,
    },
  ]
}
