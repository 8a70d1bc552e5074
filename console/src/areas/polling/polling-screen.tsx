import { LIMITS } from '@backlot/contract/limits'
import type { Polling, Preplan } from '@backlot/contract/preplans/entities'
import { App, Button, Empty, Result, Spin } from 'antd'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { ChannelPicker } from '../../features/channel-list/channel-picker.tsx'
import { pollGroups } from '../../features/channel-list/polling-groups.ts'
import { channelNow } from '../../features/channel-list/use-channel.ts'
import { deviceStore, loadTree, useTreeState } from '../../features/device-tree/device-store.ts'
import { useAutoClose } from '../../features/player/use-auto-close.ts'
import { useFullScreen } from '../../features/video-screen/use-full-screen.ts'
import { VideoScreen } from '../../features/video-screen/video-screen.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { isPathPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { PollSide } from './polling-side.tsx'
import { PollToolbar } from './polling-toolbar.tsx'
import { PollWall } from './polling-wall.tsx'
import { useOwnPolling } from './use-own-polling.ts'
import { useDuePlan, usePlanChannels, usePlans } from './use-plans.ts'
import { usePoll } from './use-polling.ts'
import './polling-screen.css'

/** Warning time before the polling ends by itself. */
const CLOSE_WARNING_SECONDS = 30
const NO_CHANNELS: Polling['list'] = []

/** Video polling: the own channels, or a plan (`?plan=…`), group by group. */
export function PollingScreen() {
  const t = useText('polling')
  const own = useOwnPolling()
  const treeState = useTreeState()
  useEffect(() => {
    loadTree().catch((error: unknown) => console.error('device tree', error))
  }, [])
  if (own.error && !own.polling) {
    return (
      <Result
        status="warning"
        title={t('wall.loadFailed')}
        subTitle={errorText(own.error)}
        extra={<Button onClick={() => void own.again()}>{t('wall.again')}</Button>}
      />
    )
  }
  // Online channels, and their names, come with the tree.
  if (!own.polling || treeState === 'idle' || treeState === 'loading')
    return <Spin className="poll-loading" />
  return <PollSource polling={own.polling} change={own.change} />
}

type OwnProps = { polling: Polling; change: (part: Partial<Polling>) => void }

/** Decides the polled channels: a plan that is due, the plan of the address, the user's own channels. */
function PollSource({ polling, change }: OwnProps) {
  const [params, setParams] = useSearchParams()
  const plans = usePlans()
  const due = useDuePlan(plans, polling.followPlans)
  const asked = Number(params.get('plan')) || undefined
  const plan = due?.plan ?? plans?.find(({ id }) => id === asked)
  const channels = usePlanChannels(plan?.id)
  const onSource = (planId: number | undefined) =>
    setParams(
      (before) => {
        if (planId === undefined) before.delete('plan')
        else before.set('plan', String(planId))
        return before
      },
      { replace: true },
    )
  if (asked !== undefined && !plans) return <Spin className="poll-loading" />
  return (
    <PollView
      key={plan?.id ?? 'own'}
      polling={polling}
      change={change}
      plans={plans ?? []}
      plan={plan}
      list={plan ? channels.list : polling.list}
      scheduled={due && formatTime(due.untilMs).slice(11, 16)}
      onSource={onSource}
    />
  )
}

type PollViewProps = OwnProps & {
  plans: readonly Preplan[]
  plan: Preplan | undefined
  list: Polling['list'] | readonly Polling['list'][number][] | undefined
  scheduled: string | undefined
  onSource: (planId: number | undefined) => void
}

function PollView({ polling, change, plans, plan, list = NO_CHANNELS, scheduled, onSource }: PollViewProps) {
  const t = useText('polling')
  const { modal } = App.useApp()
  const { pathname } = useLocation()
  const grant = useSession()
  const [listShown, setListShown] = useState(true)
  const [picking, setPicking] = useState(false)
  const [fullScreen, toggleFullScreen] = useFullScreen()
  const window = plan?.window ?? polling.window
  const seconds = plan?.pollingInterval ?? polling.pollingInterval
  const { skipOffline } = polling
  const isShown = useCallback(
    (channel: Polling['list'][number]) => !skipOffline || channelNow(channel)?.online === true,
    [skipOffline],
  )
  const setup = useMemo(() => ({ list, window, seconds, isShown }), [list, window, seconds, isShown])
  const poll = usePoll(setup, true)
  // Groups follow cameras that come and go.
  useSyncExternalStore(deviceStore.subscribe, () => deviceStore.index().version)
  const groups = pollGroups(list, window, isShown)

  const minutes = polling.autoCloseMinutes
  const { act } = poll
  const onClose = useCallback(() => {
    act('stop')
    modal.confirm({
      title: t('wall.closedTitle'),
      content: t('wall.closed', { count: minutes }),
      okText: t('wall.restart'),
      cancelText: t('wall.leave'),
      onOk: () => act('start'),
    })
  }, [act, modal, t, minutes])
  const closingIn = useAutoClose(onClose, {
    minutes,
    running: poll.state !== 'stopped',
    warnSeconds: CLOSE_WARNING_SECONDS,
  })

  const base = pathname.startsWith('/realTime/') ? '/realTime' : ''
  const plansPath = [`${base}/videoPreplan`, '/videoPreplan', '/realTime/videoPreplan'].find((path) =>
    isPathPermitted(path, grant),
  )
  return (
    <>
      <VideoScreen
        title={t('title')}
        isFullScreen={fullScreen}
        top={
          <PollToolbar
            poll={poll}
            polling={polling}
            plans={plans}
            plan={plan}
            scheduled={scheduled}
            window={window}
            seconds={seconds}
            listShown={listShown}
            fullScreen={fullScreen}
            onSource={onSource}
            onChange={change}
            onList={() => setListShown(!listShown)}
            onFullScreen={toggleFullScreen}
          />
        }
        side={
          listShown && (
            <PollSide
              poll={poll}
              list={list}
              groups={groups}
              plan={plan}
              plansPath={plansPath}
              onAdd={() => setPicking(true)}
              onChange={(next) => change({ list: next })}
            />
          )
        }
      >
        <div className="poll-main">
          <PollWall poll={poll} layout={window} mayOpenLive={isPathPermitted('/realTime', grant)} />
          {!poll.current && (
            <Nothing
              stopped={poll.state === 'stopped'}
              empty={list.length === 0}
              plan={plan !== undefined}
              onAdd={() => setPicking(true)}
              onStart={() => poll.act('start')}
            />
          )}
          {closingIn !== undefined && (
            <div className="poll-closing" role="alert">
              {t('wall.closingIn', { count: closingIn })}
            </div>
          )}
        </div>
      </VideoScreen>
      {picking && (
        <ChannelPicker
          present={list}
          most={LIMITS.pollingChannelsMax - list.length}
          onPick={(channels) => {
            setPicking(false)
            change({ list: [...list, ...channels] })
          }}
          onCancel={() => setPicking(false)}
        />
      )}
    </>
  )
}

/** Why there is nothing on the wall, and the remedy. */
function Nothing(props: {
  stopped: boolean
  empty: boolean
  plan: boolean
  onAdd: () => void
  onStart: () => void
}) {
  const t = useText('polling')
  const { empty, plan } = props
  const says = empty
    ? plan
      ? t('wall.planEmpty')
      : t('wall.noChannels')
    : props.stopped
      ? t('wall.stopped')
      : t('wall.noneOnline')
  return (
    <div className="poll-nothing">
      <Empty description={says}>
        {empty && !plan && (
          <Button type="primary" onClick={props.onAdd}>
            {t('list.add')}
          </Button>
        )}
        {!empty && props.stopped && (
          <Button type="primary" onClick={props.onStart}>
            {t('bar.start')}
          </Button>
        )}
      </Empty>
    </div>
  )
}
