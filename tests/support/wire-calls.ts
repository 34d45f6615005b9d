import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { builtInPlugins } from '../../src/server/plugins/load-manifests.ts'

/** Every call of the wire contract, by section: copied by hand, so that a missing call is noticed. */
const auth = (method: 'GET' | 'POST', paths: string): string[] =>
  words(paths).map((path) => `${method} /better-auth/${path}`)
const words = (text: string): string[] => text.trim().split(/\s+/)
const calls = (path: string, methods: string): string[] =>
  words(methods).map((method) => `${method} /${path}`)
/** Those of a plugin, where it is there. */
const of = (plugin: string, path: string, methods: string): string[] =>
  existsSync(join(builtInPlugins, plugin)) ? calls(path, methods) : []

export const wireCalls: readonly string[] = [
  ...auth(
    'GET',
    `get-session get-providers get-account-info list-accounts list-sessions one-time-token/generate
    reset-password/{token} verify-email callback/{id} error ok`,
  ),
  ...auth(
    'POST',
    `sign-in/email sign-in/social sign-up/email sign-out link-social unlink-account update-user change-email
    change-password send-verification-email forget-password reset-password two-factor/enable two-factor/disable
    two-factor/verify-totp two-factor/send-otp two-factor/verify-otp two-factor/verify-backup-code
    two-factor/generate-backup-codes two-factor/get-totp-uri one-time-token/apply delete-user-custom revoke-session
    revoke-sessions revoke-other-sessions set-password refresh-token get-access-token delete-user`,
  ),
  ...calls('profiles/batch', 'POST'),
  ...calls('profiles', 'GET'),
  ...calls('entries', 'GET POST'),
  ...calls('entries/inbox', 'GET POST DELETE'),
  ...calls('entries/readability', 'GET'),
  ...calls('entries/stream', 'POST'),
  ...calls('entries/preview', 'GET'),
  ...calls('entries/check-new', 'GET'),
  ...calls('entries/read-histories/{id}', 'GET'),
  ...calls('reads', 'GET POST DELETE'),
  ...calls('reads/all', 'POST'),
  ...calls('reads/total-count', 'GET'),
  ...calls('collections', 'GET POST DELETE'),
  ...calls('subscriptions', 'GET POST PATCH DELETE'),
  ...calls('subscriptions/batch', 'PATCH'),
  ...calls('subscriptions/export', 'GET'),
  ...calls('subscriptions/parse-opml', 'POST'),
  ...calls('subscriptions/import', 'POST'),
  ...calls('categories', 'GET PATCH DELETE'),
  ...calls('feeds', 'GET'),
  ...calls('feeds/refresh', 'GET'),
  ...calls('feeds/reset', 'GET'),
  ...calls('feeds/analytics', 'POST'),
  ...calls('feeds/claim/message', 'GET'),
  ...calls('feeds/claim/challenge', 'POST'),
  ...calls('feeds/claim/list', 'GET'),
  ...of('power', 'boosts', 'GET POST'),
  ...of('power', 'boosts/boosters', 'GET'),
  ...calls('lists', 'GET POST PATCH DELETE'),
  ...calls('lists/list', 'GET'),
  ...calls('lists/feeds', 'POST DELETE'),
  ...calls('inboxes', 'GET POST PUT DELETE'),
  ...calls('inboxes/list', 'GET'),
  ...calls('inboxes/webhook', 'POST'),
  ...calls('inboxes/email', 'POST'),
  ...calls('actions', 'GET PUT'),
  ...of('ai', 'ai/summary', 'GET'),
  ...of('ai', 'ai/translation', 'GET'),
  ...of('ai', 'ai/daily', 'GET'),
  ...of('ai', 'ai/chat', 'POST'),
  ...calls('settings', 'GET'),
  ...calls('settings/{tab}', 'PATCH'),
  ...calls('discover', 'POST'),
  ...of('rsshub', 'discover/rsshub', 'GET'),
  ...of('rsshub', 'discover/rsshub/route', 'GET'),
  ...of('rsshub', 'discover/rsshub-analytics', 'GET'),
  ...calls('trending/feeds', 'GET'),
  ...of('rsshub', 'rsshub/list', 'GET'),
  ...of('rsshub', 'rsshub', 'GET POST DELETE'),
  ...of('rsshub', 'rsshub/status', 'GET'),
  ...of('rsshub', 'rsshub/use', 'POST'),
  ...of('power', 'wallets', 'GET POST'),
  ...of('power', 'wallets/refresh', 'POST'),
  ...of('power', 'wallets/ranking', 'GET'),
  ...of('power', 'wallets/power-price', 'GET'),
  ...of('power', 'wallets/transactions', 'GET'),
  ...of('power', 'wallets/transactions/tip', 'POST'),
  ...of('power', 'wallets/transactions/claim_daily', 'POST'),
  ...of('power', 'wallets/transactions/claim-daily', 'POST'),
  ...of('power', 'wallets/transactions/claim-check', 'GET'),
  ...of('power', 'wallets/transactions/withdraw', 'POST'),
  ...of('power', 'wallets/airdrop', 'GET POST PUT'),
  ...of('power', 'achievement', 'GET PUT'),
  ...of('power', 'achievement/check', 'POST'),
  ...of('power', 'achievement/audit', 'POST'),
  ...calls('invitations', 'GET'),
  ...calls('invitations/limitation', 'GET'),
  ...calls('invitations/new', 'POST'),
  ...calls('invitations/use', 'POST'),
  ...calls('messaging', 'GET POST DELETE'),
  ...calls('messaging/test', 'GET'),
  ...calls('status/configs', 'GET'),
  ...calls('upload/avatar', 'POST'),
  ...calls('data/g', 'POST'),
  ...calls('metrics', 'GET'),
  ...calls('metrics/pools', 'GET'),
  ...calls('probes/postgresql', 'GET'),
  ...calls('probes/redis', 'GET'),
  ...calls('probes/bullmq', 'GET'),
  ...of('rsshub', 'probes/rsshub', 'GET'),
  ...calls('admin/clean', 'POST'),
  ...of('power', 'admin/mintdscsafr', 'POST'),
]
