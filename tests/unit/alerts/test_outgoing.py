"""To which URLs and addresses something is sent."""

from ipaddress import ip_address

import pytest

from alerts.outgoing import is_possible, is_public

LONG = "https://push.example/" + "a" * 1000


@pytest.mark.parametrize(
    "url",
    [
        "https://push.example/wpush/v2/gAAA",
        "https://push.example",
        "https://push.example:443/a?b=c",
        "https://xn--bcher-kva.example/",
    ],
)
def test_possible_urls(url):
    assert is_possible(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "push.example", "//push.example/", "http://push.example/", "ftp://push.example/"),
        *("file:///etc/passwd", "https:///path", "https://", "https://:443/"),
        *("https://push.example:80/", "https://push.example:6379/", "https://push.example:0/"),
        *("https://push.example:99999/", "https://push.example:port/"),
        *("https://me@push.example/", "https://push.example@evil.example/", "https://me:pw@x.org/"),
        *("https://push.example/a b", "https://push.example/\r\nX: y", "https://push.example/\x00"),
        *("https://bücher.example/", "https://[::1/", "https://[nonsense]/", LONG),
    ],
)
def test_impossible_urls(url):
    assert not is_possible(url)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "162.159.128.233", "2606:4700::6810:84e5", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
)
def test_addresses_on_the_internet(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        # This machine, its network, and the network of its provider
        *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1"),
        *("169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.1", "198.18.0.1"),
        *("224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.0.2.1"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1"),
        # IPv4 inside of IPv6
        *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::ffff:0:127.0.0.1"),
        *("64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::10.0.0.1"),
        *("2002:7f00:1::", "2002:a00:1::1", "2001:0:7f00:1::", "2001:db8::1", "3fff::1", "100::1"),
    ],
)
def test_other_addresses(address):
    assert not is_public(ip_address(address))
