// A Mockoon environment with one route that answers a fixed body, as its desktop program would write it.
export function mockoonEnvironment(endpoint: string, body: string, port: number): object {
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  return {
    uuid: uuid(1),
    lastMigration: 33,
    name: 'list',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    data: [],
    headers: [],
    proxyMode: false,
    cors: false,
    rootChildren: [{ type: 'route', uuid: uuid(2) }],
    routes: [
      {
        uuid: uuid(2),
        type: 'http',
        documentation: '',
        method: 'get',
        endpoint,
        responseMode: null,
        responses: [
          {
            uuid: uuid(3),
            body,
            bodyType: 'INLINE',
            latency: 0,
            statusCode: 200,
            label: '',
            headers: [{ key: 'Content-Type', value: 'application/json' }],
            filePath: '',
            databucketID: '',
            sendFileAsBody: false,
            rules: [],
            rulesOperator: 'OR',
            disableTemplating: true,
            fallbackTo404: false,
            default: true,
            crudKey: 'id',
            callbacks: [],
          },
        ],
      },
    ],
  }
}
