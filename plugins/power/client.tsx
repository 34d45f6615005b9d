import { combine, sample } from 'effector'
import { defineClient, PluginRefusal } from '../../src/plugin-api/client.ts'
import { formatAmount } from './amount.ts'
import { createPowerModel } from './model.ts'
import { boostProps, tipProps, withdrawProps } from './dialog-props.ts'
import manifest from './plugin.ts'
import { createPowerCalls } from './power-calls.ts'

const TIP = 'entry:tip'

export default defineClient((host) => {
  const { command, toolbarItem, statusItem, screen, dialog, reader, started } = host
  const model = createPowerModel(createPowerCalls(host.wire))

  const openWallet = screen({
    path: '/power',
    title: 'wallet.title',
    intro: 'wallet.intro',
    load: async () => ({
      default: (await import('./wallet-screen.tsx')).createWalletScreen(model, host),
    }),
  })
  const openAchievements = screen({
    path: '/power/achievements',
    title: 'achievements.title',
    intro: 'achievements.intro',
    load: async () => ({
      default: (await import('./achievements-screen.tsx')).createAchievementsScreen(model, host),
    }),
  })
  const openRanking = screen({
    path: '/power/ranking',
    title: 'ranking.title',
    intro: 'ranking.intro',
    load: async () => ({
      default: (await import('./ranking-screen.tsx')).createRankingScreen(model, host),
    }),
  })
  const openAdmin = screen({
    path: '/power/admin',
    title: 'admin.title',
    intro: 'admin.intro',
    load: async () => ({ default: (await import('./admin-screen.tsx')).createAdminScreen(model, host) }),
  })
  const openTip = dialog({
    id: 'tip',
    props: tipProps,
    load: async () => ({ default: (await import('./tip-dialog.tsx')).createTipDialog(model, host) }),
  })
  const openBoost = dialog({
    id: 'boost',
    props: boostProps,
    load: async () => ({ default: (await import('./boost-dialog.tsx')).createBoostDialog(model, host) }),
  })
  const openWithdraw = dialog({
    id: 'withdraw',
    props: withdrawProps,
    load: async () => ({
      default: (await import('./withdraw-dialog.tsx')).createWithdrawDialog(model, host),
    }),
  })

  for (const [name, open, needs] of [
    ['wallet', openWallet, 'signedIn'],
    ['achievements', openAchievements, 'signedIn'],
    ['ranking', openRanking, 'signedIn'],
    ['admin', openAdmin, 'admin'],
  ] as const)
    command({
      id: `power:${name}`,
      title: `commands.${name}`,
      keywords: `keywords.${name}`,
      kind: 'view',
      needs,
      icon: 'zap',
      run: () => void open(),
    })
  command({
    id: 'power:create-wallet',
    title: 'createWallet',
    keywords: 'keywords.wallet',
    needs: 'signedIn',
    icon: 'add',
    run: async () => {
      await model.createWalletFx()
      return { key: 'walletCreated' }
    },
  })
  for (const [id, title, receiveFx] of [
    ['power:claim', 'commands.claim', model.claimFx],
    ['power:claim-airdrop', 'airdrop.claim', model.claimAirdropFx],
  ] as const)
    command({
      id,
      title,
      keywords: 'keywords.claim',
      needs: 'signedIn',
      icon: 'zap',
      run: async () => {
        await receiveFx()
        return { key: 'claimed' }
      },
    })
  command({
    id: 'power:withdraw',
    title: 'withdraw.command',
    keywords: 'keywords.withdraw',
    kind: 'dialog',
    needs: 'signedIn && !trial',
    icon: 'export',
    run: () => void openWithdraw({}),
  })
  command({
    id: 'power:boost',
    title: 'boost.command',
    keywords: 'keywords.boost',
    kind: 'dialog',
    needs: 'signedIn && !trial',
    target: 'feed',
    icon: 'up',
    run: ({ feed }) => {
      if (!feed || feed.isInbox) throw new PluginRefusal('boost.feedsOnly')
      openBoost({ feedId: feed.id, feedTitle: feed.title })
      return undefined
    },
  })

  command({
    id: TIP,
    title: 'tip.command',
    keywords: 'keywords.tip',
    kind: 'dialog',
    keys: manifest.keysWhileOff[TIP],
    needs: 'entry && !mail && !trial',
    icon: 'zap',
    run: ({ entry, feed }) => {
      if (!entry) return undefined
      if (feed?.isOwn) throw new PluginRefusal('tip.own')
      openTip({
        entryId: entry.id,
        feedTitle: feed?.title ?? entry.title ?? '',
        isOwned: Boolean(feed?.ownerUserId),
      })
      return undefined
    },
  })
  statusItem({
    id: 'balance',
    icon: 'zap',
    command: 'power:wallet',
    $state: combine(model.$overview, reader.$language, (overview, language) =>
      overview?.wallet
        ? {
            text: { key: 'amount', values: { amount: formatAmount(overview.wallet.powerToken, language) } },
            tooltip: { key: 'commands.wallet' },
          }
        : null,
    ),
  })
  sample({ clock: started, fn: () => {}, target: model.overviewRequested })
  toolbarItem({
    command: TIP,
    group: 'more',
    icon: 'zap',
    $state: combine(reader.$openFeed, reader.$user, (feed, user) => ({
      hidden: feed?.isInbox === true || feed?.isOwn === true || user?.isTrial === true,
    })),
  })
})
