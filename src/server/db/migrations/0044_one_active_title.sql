-- Players who have titles wear exactly one (rule TITLE-6): so far nobody wore one before choosing it.
update player_titles set is_active = true
from (
  select distinct on (wallet) wallet, title_id
  from player_titles
  order by wallet, is_active desc, unlocked_at desc, title_id desc
) as latest
where player_titles.wallet = latest.wallet and player_titles.title_id = latest.title_id
  and not player_titles.is_active;
