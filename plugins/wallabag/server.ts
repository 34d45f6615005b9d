import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { comparedPassages, rangesOfPassages, type Passage } from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
  type OutboundResponse,
  type ServerHost,
  type TextRange,
} from '../../src/plugin-api/server.ts'

const NAME = 'Wallabag'
/** The name of the stored access token. */
const TOKEN = 'token'
/** Characters of a quotation, as Wallabag accepts it. */
const MAX_QUOTE = 10_000
const savedEntry = z.object({ id: z.number(), content: z.string().nullish() })
const annotations = z.object({
  rows: z.array(z.object({ id: z.number(), text: z.string().nullish(), quote: z.string().nullish() })),
})

/** Wallabag's API: an address that is there already is updated. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, tags, starred, passages }, caller, { textRanges }) {
    const { endpoint, request } = connectionOf(caller)
    const entry = {
      url,
      title,
      tags: tags.map((tag) => tag.replaceAll(',', ' ')).join(','),
      // Without it Wallabag keeps its own star.
      ...(starred && { starred: 1 }),
    }
    const { id, content } = bodyOf(await request('entries.json', { body: entry }), savedEntry, NAME)
    const marked = (await passages()).map((one) => ({
      ...one,
      text: one.text.slice(0, MAX_QUOTE).toWellFormed(),
    }))
    const refused =
      marked.length > 0 ? await annotate(request, { id, content: content ?? '', marked, textRanges }) : 0
    return {
      url: `${endpoint}/view/${id}`,
      ...(refused > 0 && { remark: { key: 'refusedAnnotations', values: { count: refused } } }),
    }
  },
  check: (caller) => connectionOf(caller).newToken(),
})

type Request = ReturnType<typeof connectionOf>['request']
type Annotated = {
  /** Of the entry there. */
  readonly id: number
  /** HTML, as Wallabag shows it. */
  readonly content: string
  readonly marked: readonly Passage[]
} & Pick<ServerHost, 'textRanges'>

/**
 * Adds the annotations that the entry lacks there, and changes the notes of those that it has.
 * @returns how many Wallabag refused
 * @throws PluginRefusal where it takes nothing more
 */
async function annotate(request: Request, { id, content, marked, textRanges }: Annotated): Promise<number> {
  const { rows } = bodyOf(await request(`annotations/${id}.json`), annotations, NAME)
  const { missing, present } = comparedPassages(marked, rows, ({ quote, text }) => ({
    text: quote ?? '',
    note: text ?? '',
  }))
  for (const [{ note }, row] of present)
    if (note !== '' && note !== row.text)
      await request(`annotations/${row.id}.json`, { method: 'PUT', body: { text: note } })
  const ranges = await rangesOfPassages({ textRanges }, missing, { html: content })
  let refused = 0
  for (const [at, { text: quote, note }] of missing.entries())
    try {
      await request(`annotations/${id}.json`, { body: { text: note, quote, ranges: rangesOf(ranges[at]) } })
    } catch (error) {
      if (!(error instanceof PluginRefusal) || error.text.key !== 'outside.refused') throw error
      refused += 1
    }
  return refused
}

/** As Annotator has them, whose XPaths are of the content. None: the annotation has no place in the text that Wallabag read. */
const rangesOf = (range: TextRange | null | undefined): readonly object[] =>
  range
    ? [
        {
          start: `/${range.start.path}`,
          startOffset: range.start.offset,
          end: `/${range.end.path}`,
          endOffset: range.end.offset,
        },
      ]
    : []

type Sent = { readonly method?: 'POST' | 'PUT'; readonly body?: object }

function connectionOf({ settings, secret, fetch, values }: Caller) {
  const endpoint = baseAddress(required(settings['wallabagEndpoint'], NAME, 'wallabagEndpoint'))
  const client = {
    client_id: required(settings['wallabagClientId'], NAME, 'wallabagClientId'),
    client_secret: required(secret('wallabagClientSecret'), NAME, 'wallabagClientSecret'),
    username: required(settings['wallabagUsername'], NAME, 'wallabagUsername'),
    password: required(secret('wallabagPassword'), NAME, 'wallabagPassword'),
  }
  const newToken = async (): Promise<string> => {
    const reply = await fetch(`${endpoint}/oauth/v2/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', ...client }).toString(),
      idempotent: true,
    })
    const granted = bodyOf(succeeded(reply, NAME), z.object({ access_token: z.string() }), NAME)
    await values.set(TOKEN, granted.access_token, { sealed: true })
    return granted.access_token
  }
  const send = (token: string, path: string, { method = 'POST', body }: Sent): Promise<OutboundResponse> =>
    fetch(`${endpoint}/api/${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      // Wallabag knows an entry by its address, and which annotations it has is looked up first.
      ...(body && { method, body: JSON.stringify(body), idempotent: true }),
    })
  const request = async (path: string, sent: Sent = {}): Promise<OutboundResponse> => {
    const stored = await values.get(TOKEN)
    if (typeof stored === 'string') {
      const reply = await send(stored, path, sent)
      // The token has expired, or was withdrawn.
      if (reply.status !== 401) return succeeded(reply, NAME)
    }
    return succeeded(await send(await newToken(), path, sent), NAME)
  }
  return { endpoint, request, newToken }
}
