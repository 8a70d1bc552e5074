import { PlusOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import type { PollChannel, Preplan } from '@backlot/contract/preplans/entities'
import { App, Button } from 'antd'
import { Link } from 'react-router-dom'
import { ChannelList } from '../../features/channel-list/channel-list.tsx'
import { numberOfGroup, type PollGroup } from '../../features/channel-list/polling-groups.ts'
import { SideHead, VideoSide } from '../../features/video-screen/video-screen.tsx'
import { useText } from '../../language/language.ts'
import type { Poll } from './use-polling.ts'

type PollSideProps = {
  poll: Poll
  list: readonly PollChannel[]
  groups: readonly PollGroup[]
  plan: Preplan | undefined
  /** Where plans are changed; undefined when the user may not. */
  plansPath: string | undefined
  onAdd: () => void
  onChange: (list: PollChannel[]) => void
}

/** The polled channels, by groups. The user's own ones are changed here. */
export function PollSide({ poll, list, groups, plan, plansPath, onAdd, onChange }: PollSideProps) {
  const t = useText('polling')
  const { modal } = App.useApp()
  const name = plan?.name ?? t('side.own')
  const current = poll.current && numberOfGroup(groups, poll.current.group)
  const clear = () =>
    modal.confirm({
      title: t('side.clearAsk'),
      okText: t('list.clear'),
      okButtonProps: { danger: true },
      cancelText: t('picker.cancel'),
      autoFocusButton: 'cancel',
      onOk: () => onChange([]),
    })
  return (
    <VideoSide label={name}>
      <SideHead name={name} note={t('list.channels', { count: list.length })} />
      {plan ? (
        plansPath && (
          <div className="poll-side-tools">
            <Link to={plansPath}>{t('side.editPlan')}</Link>
          </div>
        )
      ) : (
        <div className="poll-side-tools">
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={list.length >= LIMITS.pollingChannelsMax}
            onClick={onAdd}
          >
            {t('list.add')}
          </Button>
          <Button size="small" type="text" disabled={list.length === 0} onClick={clear}>
            {t('list.clear')}
          </Button>
        </div>
      )}
      <div className="poll-side-list">
        {list.length === 0 && <p className="channel-hint">{t('list.none')}</p>}
        <ChannelList
          label={t('list.title')}
          list={list}
          groups={groups}
          current={current}
          onChange={plan ? undefined : onChange}
          onGroup={poll.state === 'stopped' ? undefined : (group) => poll.goTo(group.first)}
        />
      </div>
    </VideoSide>
  )
}
