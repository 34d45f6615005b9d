/** Rate limits of the mail server, counted in memory per process. */
import { machineOf } from '../../http/rate-limit.ts'

/** Counts per key in the current window. */
export type Counter = {
  readonly add: (name: string) => void
  /** True when another event would exceed the limit. */
  readonly isFull: (name: string) => boolean
}

/** A machine is the remote address of a connection. */
export type MailLimits = {
  /** Begins a transaction. @returns false when the machine, or the sender from this machine, has to wait */
  readonly begins: (machine: string, sender: string) => boolean
  /** Records that a machine has named an unknown inbox. */
  readonly guessed: (machine: string, handle: string) => void
  /** Whether a machine has tried too many names. */
  readonly isGuessing: (machine: string) => boolean
  /** Whether an inbox accepts no more mail for now. */
  readonly isFull: (inbox: string) => boolean
  /** Counts a mail that has been received in full. @returns false, with nothing counted, when the sender or an inbox has to wait */
  readonly accepts: (machine: string, sender: string, inboxes: readonly string[]) => boolean
}

const WINDOW_MS = 600_000
/** In ten minutes: transactions of one machine, mails of one sender from one machine, mails into one inbox. */
const MACHINE_MAX = 300
const SENDER_MAX = 30
const INBOX_MAX = 200
/** Unknown inboxes that one machine may name in ten minutes. A mail server that sends to us knows its addresses. */
const GUESSES_MAX = 30
/** Keys in memory; the oldest is evicted first. */
const NAMES_MAX = 10_000

/**
 * A sender is counted per machine, and only by received mails: any client can write any address into an envelope and must
 * not exhaust the quota of its owner.
 */
export function createMailLimits(now: () => number): MailLimits {
  const transactions = createCounter(MACHINE_MAX, now)
  const senders = createCounter(SENDER_MAX, now)
  const inboxes = createCounter(INBOX_MAX, now)
  const guesses = createCounter(GUESSES_MAX, now)
  const guessed = createCounter(1, now)
  const senderOf = (machine: string, sender: string) => `${machineOf(machine)} ${sender.toLowerCase()}`
  return {
    begins(machine, sender) {
      const network = machineOf(machine)
      if (transactions.isFull(network)) return false
      transactions.add(network)
      return !senders.isFull(senderOf(machine, sender))
    },
    guessed(machine, handle) {
      const network = machineOf(machine)
      // A repeated unknown address is not a new guess: many senders keep writing to a deleted inbox.
      const guess = `${network} ${handle.toLowerCase()}`
      if (guessed.isFull(guess)) return
      guessed.add(guess)
      guesses.add(network)
    },
    isGuessing: (machine) => guesses.isFull(machineOf(machine)),
    isFull: inboxes.isFull,
    accepts(machine, sender, into) {
      const name = senderOf(machine, sender)
      if (senders.isFull(name) || into.some(inboxes.isFull)) return false
      senders.add(name)
      for (const inbox of into) inboxes.add(inbox)
      return true
    },
  }
}

/** @param most events in a window of ten minutes */
export function createCounter(most: number, now: () => number): Counter {
  const windows = new Map<string, { readonly since: number; count: number }>()
  const windowOf = (name: string) => {
    const window = windows.get(name)
    return window && now() - window.since < WINDOW_MS ? window : null
  }
  return {
    isFull: (name) => (windowOf(name)?.count ?? 0) >= most,
    add(name) {
      const window = windowOf(name) ?? { since: now(), count: 0 }
      window.count += 1
      // Reinserted at the end, so that active keys are evicted last.
      windows.delete(name)
      windows.set(name, window)
      const [oldest] = windows.keys()
      if (windows.size > NAMES_MAX && oldest !== undefined) windows.delete(oldest)
    },
  }
}
