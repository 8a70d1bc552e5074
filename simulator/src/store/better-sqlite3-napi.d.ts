// The same interface; installed where Node is new enough (optionalDependencies), so its types are those of the other.
declare module 'better-sqlite3-napi' {
  export { default } from 'better-sqlite3'
}
