import { upgradeRun } from '@backlot/contract/upgrades/calls'
import type { RunDevice } from '@backlot/contract/upgrades/entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Progress, Table, Tag } from 'antd'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

const AGAIN_MS = 1000
const COLOURS: Partial<Record<RunDevice['state'], string>> = {
  succeeded: 'green',
  failed: 'red',
  downloadFailed: 'red',
  cancelled: 'orange',
}

/** The devices of a run with their progress; refreshed every second while any of them is in progress. */
export function RunDialog({ id, version, onClose }: { id: number; version: string; onClose: () => void }) {
  const t = useText('upgrades')
  const { data, error } = useQuery({
    queryKey: ['upgradeRun', id],
    queryFn: ({ signal }) => request(upgradeRun, { query: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.run.state === 'running' ? AGAIN_MS : false),
  })
  return (
    <Modal open width={880} title={t('runTitle', { version })} footer={null} onCancel={onClose}>
      {error && !data && <Alert type="error" showIcon title={errorText(error)} />}
      <Table
        size="small"
        aria-label={t('runTitle', { version })}
        rowKey="sn"
        loading={!data && !error}
        dataSource={data?.list ?? []}
        {...(data ? {} : { locale: { emptyText: '' } })}
        pagination={{ defaultPageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 720 }}
        columns={[
          { title: t('device'), dataIndex: 'name', ellipsis: true },
          { title: t('sn'), dataIndex: 'sn', width: 190 },
          {
            title: t('state'),
            width: 230,
            render: ({ state, progress }: RunDevice) =>
              state === 'downloading' || state === 'upgrading' ? (
                <Progress
                  className="run-progress"
                  size="small"
                  percent={progress}
                  format={() => t('underWay', { state: t(`deviceState.${state}`), percent: progress })}
                  aria-label={t(`deviceState.${state}`)}
                />
              ) : (
                <Tag {...(COLOURS[state] ? { color: COLOURS[state] } : {})}>{t(`deviceState.${state}`)}</Tag>
              ),
          },
          { title: t('runs'), dataIndex: 'version', width: 100 },
        ]}
      />
    </Modal>
  )
}
