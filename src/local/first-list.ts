/**
 * The first list without its database. What a start asks of follow.db for tree, counts and list was kept by the visit
 * before (`keep-first-list.ts`) and is answered from there; SQLite, which takes longer to start than all else, begins
 * when that is painted, and its own answers are then held against those that were shown. They differ only where a browser
 * ended before its storage was written.
 */
import type { Local, LocalAnswer, LocalCallName, LocalCalls, TimelineAsk } from './calls.ts'
import { callKey, forgetFirstList, type KeptList } from './kept-list.ts'
import { createNotices } from './notices.ts'

/** Calls that leave follow.db as it is. */
const READS = /\.(all|bodies|body|export|get|heads|page|recent|search|unreadCounts|withoutContent)$/
/** What a start asks as well, but does not draw: it can wait until its list is on the screen. */
const PATIENT = /^(entries\.heads|journal\.recent)$/
/** What the server said, which is mostly known: the library tells whether it changed anything. */
const SAID = /^(entries\.put|subscriptions\.replace|unread\.replace|user\.take)$/
/** What every start asks of the library as a whole. */
const WHOLE = /\.(all|get)$/

/** @param seen when the first list is on the screen, or will not come */
export function withFirstList(open: () => Local, seen: Promise<unknown>): Local {
  const notices = createNotices()
  const asked = new Set<string>()
  let listed: TimelineAsk | undefined
  let kept = window.firstList?.kept
  let local: Local | undefined
  let told = (): void => undefined

  const begin = (): Local => {
    if (local) return local
    local = open()
    local.listen((notice) => {
      // The index of words is no part of it.
      if (notice.is === 'changed' && notice.nouns.join() !== 'words') forgetFirstList()
      notices.tell(notice)
    })
    if (kept)
      void isTrue(local.call, kept.answers).then((is) => {
        kept = undefined
        if (!is) notices.tell({ is: 'outdated' })
      })
    return local
  }
  /** @returns undefined where follow.db must be asked; contents are those of entries that nothing has changed */
  const fromKept = (name: LocalCallName, argument: unknown): unknown => {
    if (name === 'entries.bodies') {
      const found = (argument as readonly string[]).map((id) => [id, kept?.bodies[id]] as const)
      return found.every(([, body]) => body) ? Object.fromEntries(found) : undefined
    }
    const text = local ? undefined : kept?.answers[callKey(name, argument)]
    return text && (JSON.parse(text) as unknown)
  }
  const answer = async (name: LocalCallName, argument: unknown): Promise<unknown> => {
    const held = fromKept(name, argument)
    if (held !== undefined) return held
    if (kept && (PATIENT.test(name) || (name === 'timeline.page' && (argument as TimelineAsk).after)))
      await seen
    return (begin().call as (name: LocalCallName, argument: unknown) => Promise<unknown>)(name, argument)
  }
  const keep = async (): Promise<void> => {
    await seen
    const library = begin()
    const { keepFirstList } = await import('./keep-first-list.ts')
    told = keepFirstList({ library, asked, listed: () => listed })
  }
  // Without it the next start asks follow.db.
  keep().catch(() => undefined)

  return {
    call: <N extends LocalCallName>(name: N, ...[argument]: Parameters<LocalCalls[N]>) => {
      if (WHOLE.test(name)) asked.add(callKey(name, argument))
      if (isList(name, argument)) {
        listed = argument
        told()
      } else if (!READS.test(name) && !SAID.test(name)) {
        forgetFirstList()
        told()
      }
      return answer(name, argument) as Promise<LocalAnswer<N>>
    },
    listen: notices.listen,
    close: () => begin().close(),
  }
}

/** The beginning of a list. What follows of a long one changes nothing of it, and comes for longer than a short visit lasts. */
const isList = (name: LocalCallName, argument: unknown): argument is TimelineAsk =>
  name === 'timeline.page' && Boolean((argument as TimelineAsk).heads)

/** Whether follow.db answers the same; it has not been asked for anything else yet. */
const isTrue = (call: Local['call'], answers: KeptList['answers']): Promise<boolean> =>
  call('answers.all', Object.keys(answers)).then(
    (now) => Object.entries(answers).every(([key, answer]) => now[key] === answer),
    () => false,
  )
