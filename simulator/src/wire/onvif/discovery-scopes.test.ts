import { expect, it } from 'vitest'
import { matchesScopes, type ScopeRule, scopeRuleOf } from './discovery-scopes.ts'

const OWN = ['onvif://www.onvif.org/name/North%20gate', 'onvif://www.onvif.org/type/ptz', 'urn:uuid:ABC']

it.each<[string[], ScopeRule, boolean]>([
  [[], 'rfc2396', true],
  [['onvif://www.onvif.org/type'], 'rfc2396', true],
  [['onvif://www.onvif.org/type/'], 'rfc2396', true],
  [['ONVIF://WWW.onvif.org/type/ptz'], 'rfc2396', true],
  [['onvif://www.onvif.org/name/North gate'], 'rfc2396', true],
  [['onvif://www.onvif.org/ty'], 'rfc2396', false],
  [['onvif://www.onvif.org/Type'], 'rfc2396', false],
  [['onvif://www.onvif.org/type/ptz/more'], 'rfc2396', false],
  [['onvif://www.onvif.org/x/../type'], 'rfc2396', false],
  [['onvif://www.onvif.org/type', 'onvif://www.onvif.org/other'], 'rfc2396', false],
  [['no address'], 'rfc2396', false],
  [['onvif://www.onvif.org/type'], 'strcmp0', false],
  [['onvif://www.onvif.org/type/ptz'], 'strcmp0', true],
  [['uuid:abc'], 'uuid', true],
  [['ldap:///x'], 'ldap', false],
  [[], 'none', false],
])('matches %j by %s: %s', (asked, rule, isMatch) => {
  expect(matchesScopes(asked, rule, OWN)).toBe(isMatch)
})

it('knows the rules of the standard', () => {
  const root = 'http://schemas.xmlsoap.org/ws/2005/04/discovery/'
  expect([undefined, '', `${root}strcmp0`, `${root}none`, 'rfc2396', `${root}x`].map(scopeRuleOf)).toEqual([
    'rfc2396',
    'rfc2396',
    'strcmp0',
    'none',
    undefined,
    undefined,
  ])
})
