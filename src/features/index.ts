/** All built-in features. A new one is a folder with a feature.ts and a line in this file. */
import { activity } from './activity/feature.ts'
import { admin } from './admin/feature.ts'
import { audit } from './audit/feature.ts'
import { claims } from './claims/feature.ts'
import { dialogs } from './dialogs/feature.ts'
import { discover } from './discover/feature.ts'
import { entry } from './entry/feature.ts'
import type { Feature } from './feature.ts'
import { explain } from './explain/feature.ts'
import { firstRun } from './first-run/feature.ts'
import { follow } from './follow/feature.ts'
import { highlights } from './highlights/feature.ts'
import { importFeeds } from './import/feature.ts'
import { inboxes } from './inboxes/feature.ts'
import { invitations } from './invitations/feature.ts'
import { labels } from './labels/feature.ts'
import { lists } from './lists/feature.ts'
import { notFound } from './not-found/feature.ts'
import { offline } from './offline/feature.ts'
import { player } from './player/feature.ts'
import { pointer } from './pointer/feature.ts'
import { profiles } from './profiles/feature.ts'
import { rules } from './rules/feature.ts'
import { savedPages } from './saved-pages/feature.ts'
import { session } from './session/feature.ts'
import { settings } from './settings/feature.ts'
import { sharing } from './sharing/feature.ts'
import { shortcuts } from './shortcuts/feature.ts'
import { storedQueries } from './shared/stored-queries.ts'
import { subscriptionForm } from './subscription-form/feature.ts'

export const allFeatures: readonly Feature[] = [
  activity,
  admin,
  audit,
  claims,
  dialogs,
  discover,
  entry,
  explain,
  firstRun,
  follow,
  highlights,
  importFeeds,
  inboxes,
  invitations,
  labels,
  lists,
  notFound,
  offline,
  player,
  pointer,
  profiles,
  rules,
  savedPages,
  session,
  settings,
  sharing,
  shortcuts,
  storedQueries,
  subscriptionForm,
]
