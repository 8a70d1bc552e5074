import { Dropdown, type MenuProps } from 'antd'
import { useText } from '../../language/language.ts'
import { HeadsetIcon, RadioIcon } from './icons.tsx'
import { useIntercom } from './intercom-store.ts'
import { showTool } from './open-tool.ts'

/** Talk in the header: state of the intercom server, the meeting, push-to-talk, the guide. */
export function TalkMenu({ intercom, meetings }: { intercom: boolean; meetings: boolean }) {
  const t = useText('talk')
  const service = useIntercom((state) => state.service)
  const items: MenuProps['items'] = [
    ...(intercom ? [{ type: 'group' as const, key: 'state', label: t(`menu.${service}`) }] : []),
    ...(meetings
      ? [
          {
            key: 'meeting',
            icon: <HeadsetIcon size={15} />,
            label: t('menu.meeting'),
            onClick: () => showTool('meeting'),
          },
        ]
      : []),
    ...(intercom
      ? [{ key: 'ptt', icon: <RadioIcon size={15} />, label: t('menu.ptt'), onClick: () => showTool('ptt') }]
      : []),
    ...(intercom && !window.isSecureContext
      ? [
          { type: 'divider' as const },
          { key: 'guide', label: t('menu.guide'), onClick: () => showTool('guide') },
        ]
      : []),
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items, style: { minWidth: 200 } }}>
      <button
        type="button"
        className="header-button talk-menu"
        data-service={intercom ? service : 'off'}
        aria-label={t('menu.title')}
        title={t('menu.title')}
      >
        <HeadsetIcon />
      </button>
    </Dropdown>
  )
}
