// The parts of the lobby about friends, for owners of an account; loaded after the lobby.
export { default as CallNotice } from "./CallNotice.svelte";
export { default as FriendsPanel } from "./FriendsPanel.svelte";
export { FriendLists } from "./friend_lists.svelte";
