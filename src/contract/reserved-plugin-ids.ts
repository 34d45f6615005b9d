/**
 * Ids that no plugin from elsewhere may have. The id of a plugin is the group of its commands, the namespace of its texts and
 * the first part of its addresses: it would replace the reader's.
 */
const groups =
  'data debug discover entries entry entry-render follow global highlight hints inbox integration jump keys label layout list macro mark ' +
  'messages notifications offline palette pipeline player plugin profile reading rules search selection selection-text session settings sharing ' +
  'shortcuts subscription timeline'
const namespaces = 'app common emails episodes errors keywords lang people sources'
const addresses =
  'action activity admin api assets audit authorize avatars feed feed-not-found fever forget-password healthz highlights invitation login mcp metrics oauth pictures plugins recordings ' +
  'register reset-password save share shared-folder shared-stars verify-email websub'

const reserved: ReadonlySet<string> = new Set(`${groups} ${namespaces} ${addresses}`.split(' '))

export const isReservedPluginId = (id: string): boolean => reserved.has(id)
