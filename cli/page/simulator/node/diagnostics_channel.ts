/** Channels to which nobody listens. Without `tracingChannel`, as in old versions of Node, nothing is traced. */
export const channel = () => ({
  hasSubscribers: false,
  publish: () => {},
  subscribe: () => {},
  unsubscribe: () => false,
})
export default { channel }
