import {
  deleteRemoteUpgrade,
  getCommonConfig,
  getRemoteUpgrade,
  restartDevice,
  setRemoteUpgrade,
} from '@backlot/contract/device-config/calls'
import type { UpgradeTask } from '@backlot/contract/device-config/entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Progress, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { orderDevice } from '../../platform/device-order.ts'
import { CONFIG_KEY } from './config-key.ts'

const LOOK_AGAIN_MS = 1000
const runs = (task: UpgradeTask | null | undefined) =>
  task?.state === 'downloading' || task?.state === 'upgrading'
const OFFLINE = {
  videoOnlineStatus: 0,
  sensorOnlineStatus: 0,
  gbOnlineStatus: 0,
  smartOnlineStatus: 0,
  gisOnlineStatus: 0,
}

/** Restart and remote upgrade of a device. */
export function MaintenanceTab({ sn, onRestarted }: { sn: string; onRestarted: () => void }) {
  const t = useText('deviceConfig')
  const { modal } = App.useApp()
  const [wanted, setWanted] = useState<string>()
  const [busy, setBusy] = useState(false)
  const upgrade = useQuery({
    queryKey: [CONFIG_KEY, 'upgrade', sn],
    queryFn: ({ signal }) => request(getRemoteUpgrade, { query: { sn }, signal }),
    refetchInterval: ({ state }) => (runs(state.data?.task) ? LOOK_AGAIN_MS : false),
    retry: false,
    gcTime: 0,
  })

  const common = useQuery({
    queryKey: [CONFIG_KEY, 'common', sn, 0],
    queryFn: ({ signal }) => request(getCommonConfig, { body: { sn }, signal }),
    retry: false,
    gcTime: 0,
  })

  const order = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await upgrade.refetch()
    } catch (error) {
      notify.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const restart = () =>
    modal.confirm({
      title: t('restartAsk'),
      content: t('restartHint'),
      okText: t('restart'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: async () => {
        try {
          await orderDevice(restartDevice, { sn })
          // Stated: a restart that succeeds makes all online states 0.
          deviceStore.receiveStatus({ type: 'status', list: [{ sn, ...OFFLINE }] })
          notify.success(t('restarted'))
          onRestarted()
        } catch (error) {
          notify.error(`${t('restartFailed')}: ${errorText(error)}`)
        }
      },
    })

  if (upgrade.isPending) return <Skeleton active />
  const { version, available = [], task } = upgrade.data ?? {}
  const choice = wanted ?? available.filter((each) => each !== version).at(-1)
  return (
    <div className="config-maintenance">
      <section className="config-box">
        <h4>{t('upgrade')}</h4>
        {upgrade.error && !task ? (
          <Alert
            type="warning"
            showIcon
            title={t('unread')}
            description={errorText(upgrade.error)}
            action={<Button onClick={() => void upgrade.refetch()}>{t('retry')}</Button>}
          />
        ) : (
          <>
            <p>
              {t('version')} <strong className="config-number">{version}</strong>
            </p>
            {common.data?.hardwareVersion && (
              <p>
                {t('hardware')} <strong className="config-number">{common.data.hardwareVersion}</strong>
              </p>
            )}
            <div className="config-row">
              <Select
                aria-label={t('upgradeTo')}
                value={choice}
                onChange={setWanted}
                disabled={runs(task)}
                style={{ width: 140 }}
                options={available.map((value) => ({ value, label: value, disabled: value === version }))}
              />
              <Button
                type="primary"
                loading={busy}
                disabled={runs(task) || choice === undefined}
                onClick={() =>
                  choice && void order(() => orderDevice(setRemoteUpgrade, { sn, version: choice }))
                }
              >
                {t('upgradeNow')}
              </Button>
            </div>
            {task && (
              <div className="config-task">
                <span>
                  {t(`upgradeState.${task.state}`)} <span className="config-number">{task.version}</span>
                </span>
                <Progress
                  percent={task.progress}
                  size="small"
                  status={
                    task.state === 'succeeded'
                      ? 'success'
                      : task.state === 'failed' || task.state === 'downloadFailed'
                        ? 'exception'
                        : 'active'
                  }
                  aria-label={t(`upgradeState.${task.state}`)}
                />
                <span className="config-quiet">{formatTime(task.startTime)}</span>
                <Button
                  size="small"
                  disabled={task.state === 'upgrading' || busy}
                  onClick={() => void order(() => orderDevice(deleteRemoteUpgrade, { sn }))}
                >
                  {t(task.state === 'downloading' ? 'giveUp' : 'forget')}
                </Button>
              </div>
            )}
          </>
        )}
      </section>
      <section className="config-box">
        <h4>{t('restart')}</h4>
        <p className="config-quiet">{t('restartHint')}</p>
        <Button danger onClick={restart} disabled={upgrade.error !== null}>
          {t('restart')}
        </Button>
      </section>
    </div>
  )
}
