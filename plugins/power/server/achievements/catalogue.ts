/** Every achievement (wire-contract 17); number 6 is reserved there and never shown. */
export type UserActivity = 'claim' | 'list' | 'followers' | 'audit' | 'early' | 'boost'
export type Goal = {
  readonly actionId: number
  readonly activity: UserActivity
  /** The count at which it is completed. */
  readonly max: number
  /** Whole POWER, before tax. */
  readonly reward: number
}

/** The vote on Product Hunt, visible only if the server has a vote URL. */
const VOTE = 5

const goals: readonly Goal[] = [
  { actionId: 0, activity: 'claim', max: 1, reward: 50 },
  { actionId: 1, activity: 'list', max: 1, reward: 20 },
  { actionId: 2, activity: 'followers', max: 50, reward: 100 },
  { actionId: 3, activity: 'followers', max: 100, reward: 200 },
  { actionId: 4, activity: 'followers', max: 500, reward: 1000 },
  { actionId: VOTE, activity: 'audit', max: 1, reward: 50 },
  { actionId: 7, activity: 'early', max: 1, reward: 50 },
  { actionId: 8, activity: 'boost', max: 1, reward: 50 },
]

/** The visible achievements. @param voteUrl empty without a vote */
export const shownGoals = (voteUrl: string): readonly Goal[] =>
  goals.filter(({ actionId }) => actionId !== VOTE || voteUrl !== '')
