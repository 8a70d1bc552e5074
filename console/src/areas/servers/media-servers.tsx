import { listMediaServers } from '@backlot/contract/media-config/calls'
import { MEDIA_SERVER_LIMITS } from '@backlot/contract/media-config/constants'
import type { MediaServer } from '@backlot/contract/media-config/entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton, Table } from 'antd'
import { bytesText } from '../../components/amount-text.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'

const AGAIN_MS = 5000
const NOTHING = '–'

/** Every media server with its port and load. A platform that has no list of them has one: the row itself. */
export function MediaServers() {
  const t = useText('mediaConfig')
  const shell = useText('shell')
  const { data, error, refetch } = useQuery({
    queryKey: ['mediaServers', 'ofServer'],
    queryFn: ({ signal }) =>
      request(listMediaServers, { query: { pageSize: MEDIA_SERVER_LIMITS.servers }, signal }),
    refetchInterval: AGAIN_MS,
  })
  if (isCallMissing(error)) return null
  return (
    <section aria-label={t('servers')}>
      <h3>{t('servers')}</h3>
      {error && !data && (
        <Alert
          type="error"
          showIcon
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>{shell('screen.again')}</Button>}
        />
      )}
      {!data && !error && <Skeleton active title={false} />}
      {data && (
        <Table<MediaServer>
          size="small"
          aria-label={t('servers')}
          rowKey="id"
          dataSource={data.list}
          pagination={false}
          columns={[
            {
              title: t('name'),
              render: (_, { name, state, listenPort }) => (
                <>
                  {name}
                  <small className={state === 'unreachable' ? 'server-fault' : undefined}>
                    {`${t(`serverState.${state}`)} · ${t('port')} ${listenPort ?? NOTHING}`}
                  </small>
                </>
              ),
            },
            { title: t('connections'), dataIndex: 'connections', align: 'right', width: 104 },
            {
              title: t('sent'),
              align: 'right',
              width: 92,
              render: (_, { bytesOut }) => bytesText(bytesOut),
            },
          ]}
        />
      )}
    </section>
  )
}
