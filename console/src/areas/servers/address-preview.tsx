import type { ServerState } from '@backlot/contract/servers/entities'
import { addressFault, type FastConfig, toldAddresses } from '@backlot/contract/servers/fast-config'
import { Table } from 'antd'
import { type Translate, useText } from '../../language/language.ts'

type Server = Pick<ServerState, 'type' | 'kind' | 'state' | 'address'>
const NOTHING = '–'

/** Addresses of each server, now and after the change. */
export function AddressPreview(props: {
  now: FastConfig
  after: FastConfig
  servers: readonly Server[]
  t: Translate<'fastConfig'>
}) {
  const { now, servers, t } = props
  const names = useText('servers')
  const { after } = props
  // While an address is being typed it is none.
  const whole = {
    ...after,
    publicIp: addressFault('publicIp', after.publicIp) ? '' : after.publicIp,
    localIp: addressFault('localIp', after.localIp) ? '' : after.localIp,
  }
  const rows = servers
    .filter(({ address }) => address !== '')
    .map(({ kind, address }) => ({
      kind,
      address,
      before: toldAddresses(kind, address, now),
      after: toldAddresses(kind, address, whole),
    }))
  type Row = (typeof rows)[number]
  const change = (field: 'publicAddress' | 'localAddress') => ({
    title: t(field),
    render: (row: Row) => <Change before={row.before[field]} after={row.after[field]} t={t} />,
  })
  return (
    <div className="server-panel">
      <h2>{t('preview')}</h2>
      <Table
        size="small"
        aria-label={t('preview')}
        rowKey="kind"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('server'), render: ({ kind }: Row) => names(`kind.${kind}`) },
          { title: t('listens'), dataIndex: 'address' },
          change('publicAddress'),
          change('localAddress'),
        ]}
      />
    </div>
  )
}

function Change({ before, after, t }: { before: string; after: string; t: Translate<'fastConfig'> }) {
  if (before === after) return <>{after || NOTHING}</>
  return (
    <span className="address-change">
      {before === '' ? NOTHING : <del title={t('now', { address: before })}>{before}</del>}
      {' → '}
      <ins title={t('after', { address: after || NOTHING })}>{after || NOTHING}</ins>
    </span>
  )
}
